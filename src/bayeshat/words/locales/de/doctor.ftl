# Was bayeshat doctor über eine Installation sagt.

doctor-missing = nicht installiert
doctor-installed = installiert
doctor-system = Betriebssystem
doctor-cores = Kerne
doctor-memory = Speicher
doctor-free = { $memory } frei
doctor-gpu = { $name }, mit CUDA { $cuda }
doctor-no-gpu = keine: { $why }
doctor-gpu-trouble = CuPy kann sie nicht benutzen: { $why }
doctor-extras = Zusätze (pip findet bayeshat schon installiert und ergänzt, was fehlt)
doctor-extras-unknown = Zusätze: unbekannt, denn bayeshat liegt in Pythons Pfad, ist aber nicht installiert. Führen Sie in seinem Ordner pip install . aus.

## Was jeder Zusatz bringt

doctor-extra-arviz = Ziehungen und Diagnosen für ArviZ in Python: Posterior.to_datatree
doctor-extra-compare = wie viele Gruppen es sein sollen: survey new --groups 2..8
doctor-extra-cuda = Ziehen und Suchen auf einer Grafikkarte von NVIDIA
doctor-extra-dask = sehr viele Personen, in Teilen: sort --scheduler
doctor-extra-netcdf = Ziehungen anderer Programme in Dateien .nc: decide draws.nc
doctor-extra-nuts = das Ziehungsverfahren des Papers: sort --sampler nuts
doctor-extra-openid = Anmeldung der Organisierenden mit OpenID Connect: serve
doctor-extra-plot = Abbildungen in Python: bayeshat.plot
doctor-extra-postgres = PostgreSQL statt SQLite für den Webserver
doctor-extra-sklearn = der Schätzer für scikit-learn in Python: bayeshat.SortingHat
doctor-extra-web = das Umfrageformular und die Seiten der Organisierenden: serve

## Kompilierte Berechnungen

doctor-kernels = Kompilierte Berechnungen liegen in { $folder }
doctor-kernels-none = Kompilierte Berechnungen: keine, denn numba lässt sich nicht benutzen.
doctor-kernels-off = NUMBA_DISABLE_JIT schaltet das Kompilieren ab, deshalb dauert das Einteilen sehr lange. Löschen Sie NUMBA_DISABLE_JIT.
doctor-kernels-unusable = {"  "}und nicht in { $folder }, das NUMBA_CACHE_DIR nennt: Dorthin kann nichts geschrieben werden
doctor-kernels-read-only = {"  "}In diesen Ordner kann nichts geschrieben werden, also bereitet jeder Lauf sie neu vor. Setzen Sie NUMBA_CACHE_DIR.
doctor-kernels-also = {"  "}und werden auch aus { $folder } gelesen
doctor-kernels-kept = {"  "}{ $kept } von { $all } sind da
doctor-kernels-rest = {"  "}Die anderen werden bei der ersten Verwendung vorbereitet. bayeshat warm bereitet nur vor, was ohne weitere Optionen gebraucht wird.

## Ob das Einteilen geht

doctor-works = Das Einteilen geht: { $count } Personen in { $seconds } s.
doctor-broken = Das Einteilen geht nicht. { $why }
doctor-do-install = Ein Paket, das zum Einteilen nötig ist, fehlt oder passt nicht. Führen Sie { $python } -m pip check aus, oder installieren Sie bayeshat in einer neuen Umgebung.
doctor-do-room = Schaffen Sie Platz, im Speicher oder auf der Platte, und führen Sie bayeshat doctor noch einmal aus.
doctor-do-report = Installieren Sie bayeshat in einer neuen Umgebung. Hilft das nicht, melden Sie es mit den Zeilen oben.

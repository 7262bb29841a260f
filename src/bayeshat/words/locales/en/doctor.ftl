# What bayeshat doctor says of an installation.

doctor-missing = not installed
doctor-installed = installed
doctor-system = system
doctor-cores = cores
doctor-memory = memory
doctor-free = { $memory } free
doctor-gpu = { $name }, CUDA { $cuda }
doctor-no-gpu = none: { $why }
doctor-gpu-trouble = CuPy cannot use it: { $why }
doctor-extras = Extras (pip adds what is missing to the installed bayeshat)
doctor-extras-unknown = Extras: unknown, as bayeshat is on Python's path but not installed. Run pip install . in its folder.

## What each extra adds

doctor-extra-arviz = draws and diagnostics for ArviZ in Python: Posterior.to_datatree
doctor-extra-compare = how many groups to make: survey new --groups 2..8
doctor-extra-cuda = sampling and searching on an NVIDIA GPU
doctor-extra-dask = very many people, in partitions: sort --scheduler
doctor-extra-netcdf = draws of other tools in .nc files: decide draws.nc
doctor-extra-nuts = the paper's sampler: sort --sampler nuts
doctor-extra-openid = login of organisers with OpenID Connect: serve
doctor-extra-plot = figures in Python: bayeshat.plot
doctor-extra-postgres = PostgreSQL for the web server, rather than SQLite
doctor-extra-sklearn = the scikit-learn estimator in Python: bayeshat.SortingHat
doctor-extra-web = the survey form and the organiser's pages: serve

## Compiled calculations

doctor-kernels = Compiled calculations are kept in { $folder }
doctor-kernels-none = Compiled calculations: none, as numba cannot be used.
doctor-kernels-off = Compiling is switched off by NUMBA_DISABLE_JIT, so sorting is very slow. Unset NUMBA_DISABLE_JIT.
doctor-kernels-unusable = {"  "}and not in { $folder }, which NUMBA_CACHE_DIR names: nothing can be written there
doctor-kernels-read-only = {"  "}This folder cannot be written to, so each run prepares them again. Set NUMBA_CACHE_DIR.
doctor-kernels-also = {"  "}and read from { $folder } too
doctor-kernels-kept = {"  "}{ $kept } of { $all } are there
doctor-kernels-rest = {"  "}The others are prepared on first use. bayeshat warm prepares only what is used by default.

## Whether sorting works

doctor-works = Sorting works: { $count } people in { $seconds } s.
doctor-broken = Sorting does not work. { $why }
doctor-do-install = A package that sorting needs is missing or does not fit. Run { $python } -m pip check, or install bayeshat again in a new environment.
doctor-do-room = Make room: free some memory or disk space, and run bayeshat doctor again.
doctor-do-report = Install bayeshat again in a new environment. If that does not help, report it with the lines above.

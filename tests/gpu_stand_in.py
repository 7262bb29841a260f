"""The CUDA kernels in plain NumPy, random numbers included, to test the host's code where there is no GPU."""

import numpy as np
from scipy.special import gammaln

from bayeshat import _bit_planes, _cuda
from bayeshat._bit_planes import BitPlanes
from bayeshat.engine import draws
from bayeshat.engine.machines import cuda_machine
from bayeshat.sample.places import cuda
from bayeshat.sample.samplers import gibbs_cuda


def use(monkeypatch):
    """Let everything that asks for a GPU work with NumPy instead."""
    for module in (_cuda, _bit_planes, cuda_machine, gibbs_cuda, cuda):
        monkeypatch.setattr(module, "load_cupy", lambda: np)
    for module in (cuda, draws):
        monkeypatch.setattr(module, "has_gpu", lambda: True)
    monkeypatch.setattr(BitPlanes, "pack", staticmethod(lambda codes, n_clusters: pack(np.asarray(codes), n_clusters)))
    monkeypatch.setattr(
        BitPlanes, "pick", lambda self, people, n_draws: unpack(self.words, self.n_people, n_draws)[people]
    )
    monkeypatch.setattr(cuda_machine, "Launcher", Passes)
    monkeypatch.setattr(gibbs_cuda, "Launcher", Sweeps)


def pack(codes, n_clusters):
    """Lay draws (T, N) out as bit planes."""
    planes = BitPlanes.empty(codes.shape[1], codes.shape[0], n_clusters)
    bits = np.zeros((32 * planes.words.shape[0], *planes.words.shape[1:]), np.uint32)
    for p in range(planes.n_planes):
        bits[: codes.shape[1], planes.slots, p] = (codes >> p & 1).T
    weight = (np.uint32(1) << np.arange(32, dtype=np.uint32))[:, None, None]
    planes.words[:] = (bits.reshape(-1, 32, *bits.shape[1:]) * weight).sum(axis=1, dtype=np.uint32)
    return planes


def unpack(words, n_people, n_draws):
    """Read the codes of everybody in the first places, (N, D)."""
    bits = words[:, None, :n_draws] >> np.arange(32, dtype=np.uint32)[:, None, None] & 1
    codes = (bits << np.arange(words.shape[2], dtype=np.uint32)).sum(axis=-1).reshape(-1, bits.shape[2])
    return codes[:n_people].astype(np.uint8)


class Passes:
    """The kernels of the descent, with the arrays and the layouts that they have on a GPU."""

    n_blocks = 3

    def __init__(self, n_planes, n_clusters, n_groups):
        self.n_groups = n_groups

    def mask_groups(self, labels, masks):
        people = np.zeros(32 * masks.shape[1], np.uint8) + 255
        people[: len(labels)] = labels
        for g in range(self.n_groups - 1):
            masks[g] = np.packbits(people == g, bitorder="little").view("<u4")

    def count(self, words, masks, labels, n_draws, tables):
        codes = unpack(words, len(labels), n_draws)
        last = self.n_groups - (words.shape[2] < 8)
        for g in range(last):
            bits = (
                np.unpackbits(masks[g].view(np.uint8), bitorder="little")[: len(codes)].astype(bool)
                if g < len(masks)
                else labels == g
            )
            for k in range(words.shape[2] < 8, tables.shape[1]):
                tables[:, k, g] += (codes[bits] == k).sum(axis=0).astype(np.uint64)

    def gains(self, words, table, n_people, out):
        n_planes = words.shape[2]
        codes = unpack(words, n_people, table.shape[1] * (2 if n_planes == 2 else 1))
        if n_planes == 2:
            codes = codes[:, ::2] + 4 * codes[:, 1::2]
        for quad, rows in enumerate(table):
            rows = rows if n_planes == 8 else rows.transpose(0, 2, 1, 3).reshape(len(rows), 16, 4)
            out[quad] = rows[np.arange(len(rows)), codes].sum(axis=1)

    def _values(self, gains, prices):
        return gains.transpose(1, 0, 2).reshape(gains.shape[1], -1)[:, : self.n_groups].astype(float) - prices

    def choose(self, gains, prices, close, old, new, sizes, pairs):
        values = self._values(gains, prices)
        everybody = np.arange(len(old))
        best = values.argmax(axis=1)
        best = np.where(values[everybody, old] == values[everybody, best], old, best)
        others = values.copy()
        others[everybody, best] = -np.inf
        second = others.argmax(axis=1)
        is_close = values[everybody, best] - others[everybody, second] <= close
        new[:] = best
        sizes += np.bincount(best, minlength=len(sizes)).astype(np.uint64)
        np.add.at(pairs, (best[is_close], second[is_close]), np.uint64(1))

    def near(self, gains, prices, limit, labels, people, n_found):
        values = self._values(gains, prices)
        own = values[np.arange(len(labels)), labels]
        values[np.arange(len(labels)), labels] = -np.inf
        found = np.flatnonzero(own - values.max(axis=1) <= limit)[::-1]
        n_found[0] = len(found)
        people[: len(found)] = found[: len(people)]

    def change(self, gains, old, new, sums):
        values, everybody = self._values(gains, 0.0), np.arange(len(old))
        sums[0] = (values[everybody, new] - values[everybody, old]).sum()


def philox(key, low, high, sweep, block):
    """Four random words from a counter, (..., 4): Philox 4x32-10."""
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    *c, key = np.broadcast_arrays(*(np.asarray(part, np.uint64) for part in (low, high, sweep, block, key)))
    k = [key & mask, key >> half]
    for _ in range(10):
        one, two = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [(two >> half) ^ c[1] ^ k[0], two & mask, (one >> half) ^ c[3] ^ k[1], one & mask]
        k = [(k[0] + np.uint64(0x9E3779B9)) & mask, (k[1] + np.uint64(0xBB67AE85)) & mask]
    return np.stack(c, axis=-1)


def unit(words):
    return (words >> np.uint64(8)).astype(np.float32) * np.float32(2**-24)


def inside(words):
    return (words + 0.5) * 2.0**-32


FOR_PHI, FOR_SCALES, FOR_EXCHANGES, FOR_SHARES, FOR_RECORDS = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC, 0x40000000


def log_gamma_draws(shape, key, entry, purpose, number, block):
    """Logarithms of gammas (Marsaglia and Tsang 2000), from the random numbers that they have on the GPU."""
    shape, key, entry = (part.ravel() for part in np.broadcast_arrays(shape, key, entry))
    out, waiting = np.empty(shape.size), np.arange(shape.size)
    while len(waiting):
        words = inside(philox(key[waiting], entry[waiting], purpose, number, block))
        block += 1
        given = shape[waiting]
        d = np.where(given < 1, given + 1, given) - 1 / 3
        normal = np.sqrt(-2 * np.log(words[:, 0])) * np.cos(2 * np.pi * words[:, 1])
        v = np.maximum(1 + normal / np.sqrt(9 * d), 1e-300)
        good = (v > 1e-300) & (np.log(words[:, 2]) < 0.5 * normal**2 + d - d * v**3 + 3 * d * np.log(v))
        boost = np.where(given < 1, np.log(words[:, 3]) / given, 0.0)
        out[waiting[good]] = (np.log(d) + 3 * np.log(v) + boost)[good]
        waiting = waiting[~good]
    return out


class Sweeps:
    """Packing, sweeps and records with the arrays and layouts that they have on a GPU."""

    def __init__(self, layout, questions, dominant):
        self.layout, self.questions, self.dominant = layout, np.array(questions), dominant

    def pack_answers(self, codes, first, answers):
        bits = self.layout.answer_bits
        per_word = 32 // bits
        coded = np.where(codes < 0, (1 << bits) - 1, codes.astype(np.int64)).astype(np.uint32)
        for c in range(coded.shape[1]):
            answers[c // per_word, first : first + len(codes)] |= coded[:, c] << np.uint32(c % per_word * bits)

    def _read(self, words, bits):
        """Codes (chain x N, C) that are packed into words (chain, word, N)."""
        columns = np.arange(self.layout.n_columns)
        packed = words[:, columns // (32 // bits)] >> (columns % (32 // bits) * bits).astype(np.uint32)[:, None]
        return (packed & np.uint32((1 << bits) - 1)).transpose(0, 2, 1).reshape(-1, len(columns)).astype(np.int64)

    def _given(self, people, given, n_chains):
        """The answers of all chains' people (chain x N, C), which are there, and the people's prior weights."""
        times = n_chains // len(people.words)
        codes = np.tile(self._read(people.words, self.layout.answer_bits), (times, 1))
        gap = (1 << self.layout.answer_bits) - 1
        asked = codes != gap if self.layout.gaps else np.ones(codes.shape, bool)
        weight = np.tile(given.alpha, (len(codes), 1))
        known = np.full(len(codes), 255)
        if self.layout.known:
            known = np.tile(people.known.ravel(), times)
            weight += known[:, None] == np.arange(self.layout.n_clusters)
        return codes, asked, weight, known

    def _count(self, labels, asked):
        """Each person's labels (chain x N, K)."""
        here = labels[:, :, None] == np.arange(self.layout.n_clusters)
        return (here & asked[:, :, None]).sum(axis=1).astype(np.float32)

    def _draw_clusters(self, people, given, keys, table, number, block):
        """Single membership: everybody's answers, which are there, cluster, chances (chain x N, K) and log score."""
        n_clusters, n_chains = self.layout.n_clusters, len(keys)
        codes, asked, _, known = self._given(people, given, n_chains)
        chain, person = (part.ravel() for part in np.indices((n_chains, people.n_people)))
        logs = table[chain, -1, 0, :n_clusters].astype(float)
        for c, question in enumerate(self.questions):
            some = asked[:, c]
            logs[some] += table[chain[some], question, codes[some, c], :n_clusters]
        elsewhere = (known[:, None] < n_clusters) & (known[:, None] != np.arange(n_clusters))
        logs[elsewhere] = -np.inf
        top = logs.max(axis=1, keepdims=True)
        p = np.exp(logs - top)
        total = p.sum(axis=1, keepdims=True)
        u = unit(philox(keys[chain], person, 0, number, block))[:, :1]
        drawn = (u * total >= np.cumsum(p, axis=1)[:, :-1]).sum(axis=1)
        drawn = np.where(known < n_clusters, known, drawn)
        return codes, asked, drawn, p / total, (top + np.log(total))[:, 0]

    def _sweep_single(self, people, given, state, table, number):
        codes, asked, drawn, *_ = self._draw_clusters(people, given, state.keys, table, number, 0)
        chain = np.repeat(np.arange(len(state.keys)), people.n_people)
        for c, question in enumerate(self.questions):
            some = asked[:, c]
            np.add.at(state.counts, (chain[some], question, codes[some, c], drawn[some]), np.uint64(1))
        np.add.at(state.counts, (chain, self.layout.n_questions, 0, drawn), np.uint64(1))

    def sweep(self, people, given, state, table, ahead, labelled, swapped):
        if self.layout.single:
            self._sweep_single(people, given, state, table, int(state.number[0]) + ahead)
            return
        n_clusters, bits, n_chains = self.layout.n_clusters, self.layout.label_bits, len(state.keys)
        codes, asked, weight, _ = self._given(people, given, n_chains)
        chain, person = (part.ravel() for part in np.indices((n_chains, people.n_people)))
        own = self._read(state.labels, bits)
        if swapped:
            order = np.tile(np.arange(n_clusters), (n_chains, 1))
            np.put_along_axis(order, state.swaps, state.swaps[:, ::-1], axis=1)
            own = order[chain[:, None], own]
        if labelled:
            weight += self._count(own, asked)
        for c, question in enumerate(self.questions):
            some = np.flatnonzero(asked[:, c])
            number = int(state.number[0]) + ahead
            words = unit(philox(state.keys[chain[some]], person[some], 0, number, c // 2))[:, c % 2 * 2 :]
            old = own[some, c]
            if labelled:
                weight[some, old] -= 1
            value = weight[some] * table[chain[some], question, codes[some, c], :n_clusters]
            mine = (old[:, None] == np.arange(n_clusters)) & bool(labelled)
            stays = np.where(mine, value, np.float32(0)).sum(axis=1)
            limits = np.cumsum(np.where(mine, np.float32(0), value), axis=1, dtype=np.float32)
            others = limits[:, -1]
            new = ((words[:, 0] * others)[:, None] >= limits[:, :-1]).sum(axis=1)
            if labelled:
                gain = value[np.arange(len(some)), new]
                new = np.where(words[:, 1] * (others - gain + stays) >= others, old, new)
            own[some, c] = new
            weight[some, new] += 1
            np.add.at(state.counts, (chain[some], question, codes[some, c], new), np.uint64(1))
        state.labels[:] = 0
        packed = np.where(asked, own, 0).astype(np.uint32).reshape(n_chains, -1, len(self.questions))
        for c in range(len(self.questions)):
            state.labels[:, c // (32 // bits)] |= packed[:, :, c] << np.uint32(c % (32 // bits) * bits)

    def renew(self, given, state, ahead, swapped):
        """All probabilities at once: (chain, Q, V, K), and (chain, K) shares under single membership."""
        number, (_, n_options, n_clusters) = int(state.number[0]) + ahead, given.beta.shape
        n_questions = self.layout.n_questions
        beta, weights, before = (
            given.beta[:n_questions],
            given.weights[:n_questions, None, None],
            state.phi[:, :n_questions],
        )
        used = np.broadcast_to(np.arange(n_options)[:, None] < given.n_options[:n_questions, None, None], beta.shape)
        shape = np.where(used, beta + weights * state.counts[:, :n_questions], 1.0)
        anew = swapped & (state.swaps[:, 0] != state.swaps[:, 1])[:, None, None]
        keys = state.keys[:, None, None, None]
        vectors = np.arange(n_questions * n_clusters).reshape(n_questions, 1, n_clusters)
        entries = np.arange(used.size).reshape(used.shape)
        # Vectors (chain, Q, K) that are mirrored rather than drawn anew.
        u = inside(philox(keys, vectors, FOR_SCALES, number, 0)[..., 0])[:, :, 0]
        least = np.where(used, shape, np.inf).min(axis=2)
        mirrored = ~anew & (before[:, :, 0] > 0) & (least >= gibbs_cuda._VERY_SMALL)
        share = gibbs_cuda._MIRRORED_SINGLE if self.layout.single else gibbs_cuda._MIRRORED
        mirrored = (mirrored & (u < np.float32(share)))[:, :, None]
        sums = (shape * used).sum(axis=2, keepdims=True)
        scale = log_gamma_draws(sums, keys, vectors, FOR_SCALES, number, 1).reshape(sums.shape)
        fresh = log_gamma_draws(shape, keys, entries, FOR_PHI, number, 0).reshape(shape.shape)
        logs = np.log(np.maximum(before, 1e-300)) + scale
        y = np.exp((logs - np.log(shape)) / 3)
        mirror = np.maximum(2 - 2 / (9 * shape) - y, 1e-300)
        better = (3 * shape - 1) * np.log(mirror / y) - shape * (mirror**3 - y**3)
        u = inside(philox(keys, entries, FOR_PHI, number, 0)[..., 0])
        logs = np.where((mirror > 1e-300) & (better > np.log(u)), np.log(shape) + 3 * np.log(mirror), logs)
        logs = np.where(used, np.where(mirrored & (shape >= 1), logs, fresh), -np.inf)
        drawn = np.exp(logs - logs.max(axis=2, keepdims=True))
        phi = drawn / drawn.sum(axis=2, keepdims=True)
        state.phi[:, :n_questions] = phi
        if self.layout.single:
            alpha, clusters = given.beta[-1, 0] + state.counts[:, -1, 0], np.arange(n_clusters)
            logs = log_gamma_draws(alpha, state.keys[:, None], clusters, FOR_SHARES, number, 0).reshape(alpha.shape)
            drawn = np.exp(logs - logs.max(axis=1, keepdims=True))
            state.phi[:, -1, 0] = drawn / drawn.sum(axis=1, keepdims=True)
            state.table[..., :n_clusters] = given.weights[:, None, None] * np.log(np.maximum(state.phi, 1e-300))
        else:
            state.table[..., :n_clusters] = np.maximum(phi, np.float32(gibbs_cuda._LEAST))
        state.counts[:] = 0

    def exchange(self, given, state):
        beta, weights = given.beta, given.weights[:, None, None]
        used = np.arange(beta.shape[1])[:, None] < given.n_options[:, None, None]
        for chain, key in enumerate(state.keys.tolist()):
            words = inside(philox(key, 0, FOR_EXCHANGES, int(state.number[0]), 0))
            pair = given.pairs[int(words[0] * len(given.pairs))]
            counts = state.counts[chain]
            logs = []
            for order in (pair, pair[::-1]):
                shape = np.where(used, beta[:, :, pair] + weights * counts[:, :, order], 0.0)
                sums = shape.sum(1)[: self.layout.n_questions]
                logs.append(np.where(used, gammaln(np.where(used, shape, 1.0)), 0.0).sum() - gammaln(sums).sum())
            accepted = np.log(words[1]) < logs[1] - logs[0]
            state.swaps[chain] = pair if accepted else 0
            if accepted:
                counts[:, :, pair] = counts[:, :, pair[::-1]]

    def go_on(self, state, sweeps):
        state.number[:] += np.uint32(sweeps)

    def record(self, people, given, state, table, kept, d):
        """The same distributions as on the GPU, but under mixed membership other random numbers for theta."""
        if self.layout.single:
            number = int(state.number[0])
            *_, label, chances, logs = self._draw_clusters(people, given, state.keys, table, number, FOR_RECORDS)
            self._keep(people, state, kept, d, label, chances, chances, logs)
            return
        n_chains, n_clusters = len(state.keys), self.layout.n_clusters
        rng = np.random.default_rng([*state.keys.tolist(), int(state.number[0])])
        codes, asked, shape, known = self._given(people, given, n_chains)
        shape += self._count(self._read(state.labels, self.layout.label_bits), asked)
        drawn = rng.standard_gamma(shape)
        drawn /= drawn.sum(axis=1, keepdims=True)
        label = drawn.argmax(axis=1)
        if not self.dominant:
            label = (rng.random((len(drawn), 1)) >= np.cumsum(drawn, axis=1)[:, :-1]).sum(axis=1)
            label = np.where(known < n_clusters, known, label)
        chain = np.repeat(np.arange(n_chains), people.n_people)[:, None]
        chosen = table[chain, self.questions, np.where(asked, codes, 0), :n_clusters]
        logs = np.log(np.where(asked, np.einsum("nk,nck->nc", drawn, chosen), 1.0)).sum(axis=1)
        self._keep(people, state, kept, d, label, drawn, shape / shape.sum(axis=1, keepdims=True), logs)

    def _keep(self, people, state, kept, d, label, theta, expected, logs):
        """Keep everybody's label, theta, its expectation and log probability of the answers; each (chain x N, ...)."""
        n_chains = len(state.keys)
        kept.log_likelihood[d - kept.first] = 0
        kept.log_likelihood[d - kept.first, :, 0] = logs.reshape(n_chains, -1).sum(axis=1)
        kept.sums[:] += expected.reshape(kept.sums.shape)
        if kept.stride and d % kept.stride == 0:
            kept.theta[:, d // kept.stride] = theta.reshape(kept.sums.shape)
        if kept.phi.shape[1]:
            kept.phi[:, d - kept.first] = state.phi
        padded = np.zeros((n_chains, 32 * len(kept.planes)), np.uint32)
        padded[:, : people.n_people] = label.reshape(n_chains, -1)
        for p in range(kept.planes.shape[2]):
            bits = np.packbits(padded >> np.uint32(p) & 1, axis=1, bitorder="little").view("<u4")
            kept.planes[:, kept.slots[d], p] = bits.T

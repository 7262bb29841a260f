"""The CUDA kernels in plain NumPy, random numbers included, to test the host's code where there is no GPU."""

import numpy as np

from bayeshat import _bit_planes, _cuda
from bayeshat._bit_planes import BitPlanes
from bayeshat.engine.machines import cuda_machine
from bayeshat.sample.samplers import gibbs_cuda


def use(monkeypatch):
    """Let everything that asks for a GPU work with NumPy instead."""
    for module in (_cuda, _bit_planes, cuda_machine, gibbs_cuda):
        monkeypatch.setattr(module, "load_cupy", lambda: np)
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


def philox(key, person, sweep, block):
    """Four random words from a counter, (..., 4): Philox 4x32-10."""
    person = np.asarray(person, np.uint64)
    c = [person & 0xFFFFFFFF, person >> np.uint64(32), np.full_like(person, sweep), np.full_like(person, block)]
    k = [key & 0xFFFFFFFF, key >> 32]
    low = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        one, two = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [
            (two >> np.uint64(32)) ^ c[1] ^ np.uint64(k[0]),
            two & low,
            (one >> np.uint64(32)) ^ c[3] ^ np.uint64(k[1]),
            one & low,
        ]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return np.stack(c, axis=-1)


def unit(words):
    return (words >> np.uint64(8)).astype(np.float32) * np.float32(2**-24)


class Sweeps:
    """Packing, sweeps and records with the arrays and layouts that they have on a GPU."""

    def __init__(self, layout, questions, dominant):
        self.layout, self.questions, self.dominant = layout, questions, dominant

    def pack_answers(self, codes, first, answers):
        bits = self.layout.answer_bits
        per_word = 32 // bits
        coded = np.where(codes < 0, (1 << bits) - 1, codes.astype(np.int64)).astype(np.uint32)
        for c in range(coded.shape[1]):
            answers[c // per_word, first : first + len(codes)] |= coded[:, c] << np.uint32(c % per_word * bits)

    def _read(self, words, bits):
        per_word = 32 // bits
        columns = [words[c // per_word] >> np.uint32(c % per_word * bits) for c in range(self.layout.n_columns)]
        return (np.stack(columns, axis=1) & np.uint32((1 << bits) - 1)).astype(np.int64)

    def _given(self, answers):
        codes = self._read(answers, self.layout.answer_bits)
        return codes, codes != (1 << self.layout.answer_bits) - 1 if self.layout.gaps else np.ones(codes.shape, bool)

    def _weights(self, labels, asked, alpha):
        own = self._read(labels, self.layout.label_bits)
        counted = (own[:, :, None] == np.arange(self.layout.n_clusters)) & asked[:, :, None]
        return own, alpha + counted.sum(axis=1).astype(np.float32)

    def sweep(self, answers, labels, phi, alpha, key, number, known, counts):
        n_clusters, bits = self.layout.n_clusters, self.layout.label_bits
        codes, asked = self._given(answers)
        everybody = np.arange(len(codes))
        own, weight = self._weights(labels, asked & known, alpha)
        for c, question in enumerate(self.questions):
            some = everybody[asked[:, c]]
            if known:
                weight[some, own[some, c]] -= 1
            limits = np.cumsum(weight[some] * phi[question, codes[some, c], :n_clusters], axis=1, dtype=np.float32)
            u = unit(philox(key, some, number, c // 4)[:, c % 4]) * limits[:, -1]
            own[some, c] = (u[:, None] >= limits[:, :-1]).sum(axis=1)
            weight[some, own[some, c]] += 1
            np.add.at(counts, (question, codes[some, c], own[some, c]), np.uint64(1))
        labels[:] = 0
        for c in range(len(self.questions)):
            where = c % (32 // bits) * bits
            labels[c // (32 // bits)] |= np.where(asked[:, c], own[:, c], 0).astype(np.uint32) << np.uint32(where)

    def record(self, answers, labels, phi, alpha, key, number, slot, words, sums, log_likelihood, theta):
        """The same distributions as on the GPU, but other random numbers for theta."""
        codes, asked = self._given(answers)
        _, shape = self._weights(labels, asked, alpha)
        rng = np.random.default_rng([key, number])
        drawn = rng.standard_gamma(shape)
        drawn /= drawn.sum(axis=1, keepdims=True)
        label = drawn.argmax(axis=1)
        if not self.dominant:
            label = (rng.random((len(drawn), 1)) >= np.cumsum(drawn, axis=1)[:, :-1]).sum(axis=1)
        chances = np.einsum(
            "nk,nck->nc", drawn, phi[np.array(self.questions), np.where(asked, codes, 0), : drawn.shape[1]]
        )
        log_likelihood[:] = 0
        log_likelihood[0] = np.log(np.where(asked, chances, 1.0)).sum()
        if sums.size:
            sums += shape / shape.sum(axis=1, keepdims=True)
        if theta.size:
            theta[:] = drawn
        padded = np.zeros(32 * len(words), np.uint32)
        padded[: len(label)] = label
        for p in range(words.shape[2]):
            words[:, slot, p] = np.packbits(padded >> p & 1, bitorder="little").view("<u4")

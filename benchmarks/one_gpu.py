"""One GPU: a hundred million people, sampled and sorted. ``python benchmarks/one_gpu.py [people]``, 10^8 by default.

Needs ``bayeshat[cuda]`` and, for 10^8 people, about 40 GB on the GPU. Limits are those for one H200.
"""

from __future__ import annotations

import sys
import time

import cupy
import numpy as np
from tools import say, uncertain_draws

import bayeshat as bh
from bayeshat._bit_planes import BitPlanes
from bayeshat.engine.draws import CudaDraws
from bayeshat.engine.losses import house_loss
from bayeshat.engine.machines.machine import open_machine
from bayeshat.engine.problem import Problem
from bayeshat.engine.sizes import Sizes
from bayeshat.model.prior import Prior
from bayeshat.options import Workers
from bayeshat.sample.draws import Size
from bayeshat.sample.places.cuda import allocate
from bayeshat.sample.samplers.gibbs_cuda import CudaAnswers, CudaChain, CudaGibbs

K, QUESTIONS, OPTIONS, TUNE, DRAWS = 4, 12, 4, 200, 200

label_of = cupy.ElementwiseKernel(
    "float32 u, float32 a, float32 b, float32 c", "uint8 k", "k = (u > a) + (u > b) + (u > c)", "label_of"
)


def milliseconds(work, repeat=5):
    """The device's own time, best of several."""
    work()
    times = []
    for _ in range(repeat):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        work()
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, end))
    return min(times)


def stopwatch(work):
    cupy.cuda.Device().synchronize()
    began = time.perf_counter()
    result = work()
    cupy.cuda.Device().synchronize()
    return result, time.perf_counter() - began


def as_draws(planes):
    """Draws of houses that the prior tells apart."""
    weights = np.full(planes.n_draws, 1.0 / planes.n_draws)
    return CudaDraws(planes, weights, ("a", "b", "c", "d"), K, np.arange(K))


def uncertain_planes(n_people, n_draws, seed=0):
    """Draws that leave everybody's cluster uncertain, made on the device."""
    rng = cupy.random.RandomState(seed)
    own = rng.randint(0, K, n_people)
    share = cupy.stack([rng.gamma(1.0 + (own == k), 1.0, n_people).astype(np.float32) for k in range(K)])
    limits = cupy.cumsum(share / share.sum(axis=0), axis=0)
    planes = BitPlanes.empty(n_people, n_draws, K)
    for t in range(n_draws):
        planes.store(label_of(rng.random_sample(n_people, dtype=np.float32), *limits[:3])[None], t)
    return planes


def simulated_answers(n_people, seed=0):
    """Answers (N, 12) of people with mixed memberships, in the host's memory, and the prior."""
    rng, host = cupy.random.RandomState(seed), np.random.default_rng(seed)
    phi = host.dirichlet(np.full(OPTIONS, 0.5), (K, QUESTIONS))
    codes = np.empty((n_people, QUESTIONS), np.int8)
    for first in range(0, n_people, 1 << 24):
        some = min(1 << 24, n_people - first)
        share = cupy.stack([rng.gamma(0.7, 1.0, some).astype(np.float32) for _ in range(K)])
        limits = cupy.cumsum(share / share.sum(axis=0), axis=0)
        block = cupy.empty((some, QUESTIONS), np.int8)
        for q in range(QUESTIONS):
            own = label_of(rng.random_sample(some, dtype=np.float32), *limits[:3])
            edges = cupy.asarray(np.cumsum(phi[:, q], axis=1).astype(np.float32))[own]
            block[:, q] = label_of(rng.random_sample(some, dtype=np.float32), *edges.T[:3])
        codes[first : first + some] = cupy.asnumpy(block)
    return codes, Prior(np.full(K, 0.7), 1.0 + 5.0 * phi, np.full(QUESTIONS, OPTIONS))


def passes(n_people, planes):
    """Each pass over everybody by itself."""
    draws, target = as_draws(planes), Sizes.read(None, groups=K, n_people=n_people, n_clusters=K)
    problem = Problem(draws, target, bh.VI(), "")
    backend = open_machine(problem, problem.arrays(), Workers(1))
    backend.start(np.random.default_rng(0).integers(0, K, n_people, dtype=np.uint8))
    table = np.random.default_rng(0).normal(size=(planes.n_draws, K, K))
    print(f"  counts {milliseconds(lambda: backend.count(planes.n_draws)):.1f} ms, tables to the host included")
    print(f"  gains {milliseconds(lambda: backend.gains(table)):.1f} ms, the table to the device included")
    print(f"  choice {milliseconds(lambda: backend.choose(np.zeros(K))):.2f} ms")


def decision(n_people, planes):
    """A whole decision, draws on the device."""
    draws = as_draws(planes)
    for loss, weight in (("vi", 1.0), ("vi", np.inf), (house_loss(K), np.inf)):
        found, took = stopwatch(
            lambda loss=loss, weight=weight: bh.decide(draws, "balanced", loss=loss, size_weight=weight, device="cuda")
        )
        what = f"N={n_people:.0e} T={planes.n_draws} K=4, {loss}, size weight {weight:g}: seconds"
        say(what, took, 2)
        print(f"    loss {found.expected_loss:.8f}, sizes {found.sizes.tolist()}")


def million():
    """The same draws of a million people on the CPU and on the GPU."""
    draws = uncertain_draws(1_000_000, K, 1000)
    bh.decide(draws[:50, :21000], "balanced")
    here, on_cpu = stopwatch(lambda: bh.decide(draws, "balanced", size_weight=1))
    there = cupy.asarray(draws.view(np.uint8))
    found, on_gpu = stopwatch(lambda: bh.decide(there, "balanced", size_weight=1, device="cuda"))
    print(f"  CPU {on_cpu:.2f} s, loss {here.expected_loss:.8f}; GPU {on_gpu:.2f} s, loss {found.expected_loss:.8f}")
    say(
        "N=10^6 T=1000: the GPU's loss above the CPU's, in percent",
        100 * (found.expected_loss / here.expected_loss - 1),
        0.01,
    )
    recounted = bh.expected_loss(found.labels, draws, "balanced", size_weight=1)
    say("  reported loss less the loss recounted on the CPU", abs(recounted - found.expected_loss), 1e-9)


def sampling(codes, prior):
    """Sweeps, and draws that are kept."""
    answers, packing = stopwatch(lambda: CudaAnswers(codes, np.arange(QUESTIONS), prior))
    planes = BitPlanes.empty(len(codes), DRAWS, K)
    chain = CudaChain(answers, np.random.default_rng(0))

    def run():
        for _ in range(TUNE):
            chain.sweep()
        for d in range(DRAWS):
            chain.sweep()
            chain.keep(planes, d)

    chain.sweep()
    chain.keep(planes, 0)
    _, took = stopwatch(run)
    print(f"  answers to the device and packed {packing:.2f} s")
    say(f"N={len(codes):.0e}: seconds of {TUNE} + {DRAWS} sweeps, draws stored", took, 6)


def whole(codes, prior):
    """From answers in the host's memory to everybody's group there."""

    def run():
        began = time.perf_counter()
        sampler = CudaGibbs(codes, np.arange(QUESTIONS), prior, "dominant", [np.random.default_rng(0)], DRAWS)
        store = allocate(Size(1, DRAWS, len(codes), K, QUESTIONS, OPTIONS, False), False)
        ready = time.perf_counter()
        sampler.step(sampler.init(TUNE, lambda _: None), store, 1, lambda _: None)
        sampled = time.perf_counter()
        found = bh.decide(as_draws(sampler.planes), "balanced", loss=house_loss(K), size_weight=np.inf, device="cuda")
        done = time.perf_counter()
        print(f"    start {ready - began:.2f} s, sampling {sampled - ready:.2f} s, decision {done - sampled:.2f} s")
        return found

    found, took = stopwatch(run)
    say(f"N={len(codes):.0e}: seconds from answers to groups", took, 12)
    print(f"    sizes {found.sizes.tolist()}")


def main():
    n_people = int(float(sys.argv[1])) if len(sys.argv) > 1 else 100_000_000
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"{name}, CuPy {cupy.__version__}; everything is run once on fewer people first")
    warm = uncertain_planes(20_000, 1000)
    decision(20_000, warm)
    few, prior = simulated_answers(20_000)
    sampling(few, prior)
    whole(few, prior)
    print("million: the same draws on the CPU and on the GPU", flush=True)
    million()
    planes, took = stopwatch(lambda: uncertain_planes(n_people, 1000))
    print(
        f"draws made in {took:.1f} s; passes over {n_people:.0e} people, 1000 draws, 4 clusters, 4 groups", flush=True
    )
    passes(n_people, planes)
    print("decision: draws on the device", flush=True)
    decision(n_people, planes)
    del planes
    cupy.get_default_memory_pool().free_all_blocks()
    codes, prior = simulated_answers(n_people)
    print("sampling", flush=True)
    sampling(codes, prior)
    cupy.get_default_memory_pool().free_all_blocks()
    print("whole: answers in the host's memory to groups in the host's memory", flush=True)
    whole(codes, prior)


if __name__ == "__main__":
    main()

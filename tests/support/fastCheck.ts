import fc from 'fast-check'

/** Fixed seed in `npm test`, a new one in each `npm run fuzz`. Set FUZZ_SEED to repeat a run. */
fc.configureGlobal({seed: Number(process.env.FUZZ_SEED || (process.env.FUZZ_FACTOR ? Date.now() : 1))})

export default fc

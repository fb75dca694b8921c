import fc from 'fast-check'

/** The same input in every `npm test`, so that none fails by chance; `npm run fuzz` draws its own. Set FUZZ_SEED to repeat. */
fc.configureGlobal({seed: Number(process.env.FUZZ_SEED || (process.env.FUZZ_FACTOR ? Date.now() : 1))})

export default fc

export const words = (text: string): string[] => text.split(' ')

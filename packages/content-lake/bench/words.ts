import {type Randomness, randomness} from '../src/testing/randomness.ts'

const SYLLABLES =
  'ba be bi bo bu da de di do du ga ke ki lo lu ma me mi mo na ne no ra re ri ro sa se si so ta te ti to'
const FIRST_HAN = 0x4e00
const HAN_COUNT = 2000
const VOCABULARY = 2000

/** Words of which the first are common and the last rare, as in a language. */
export interface Words {
  zh(): string
  en(): string
  zhWord(rank: number): string
  enWord(rank: number): string
}

const vocabulary = {zh: [] as string[], en: [] as string[]}

/** Two characters that are a word to the segmenter, as what people search for mostly is. */
function fillVocabulary(): void {
  const random = randomness(1)
  const segmenter = new Intl.Segmenter('zh', {granularity: 'word'})
  const syllables = SYLLABLES.split(' ')
  const han = () => String.fromCharCode(FIRST_HAN + random.below(HAN_COUNT))
  while (vocabulary.zh.length < VOCABULARY) {
    const word = han() + han()
    const [first] = segmenter.segment(word)
    if (first?.segment === word) vocabulary.zh.push(word)
  }
  while (vocabulary.en.length < VOCABULARY) {
    vocabulary.en.push(Array.from({length: 3}, () => random.pick(syllables)).join(''))
  }
}

export function createWords(random: Randomness): Words {
  if (vocabulary.zh.length === 0) fillVocabulary()
  const at = (words: string[], rank: number) => words[rank] ?? ''
  const some = (words: string[], amount: number) =>
    Array.from({length: amount}, () => at(words, Math.floor(VOCABULARY * (random.below(10_000) / 10_000) ** 3)))
  return {
    zh: () => `${some(vocabulary.zh, 6).join('')}，${some(vocabulary.zh, 7).join('')}。`,
    en: () => `${some(vocabulary.en, 12).join(' ')}.`,
    zhWord: (rank) => at(vocabulary.zh, rank),
    enWord: (rank) => at(vocabulary.en, rank),
  }
}

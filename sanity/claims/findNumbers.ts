/** A number in a text, in digits or in words. */
export interface TypedNumber {
  value: number
  /** Range in the text, with the unit. */
  start: number
  end: number
  /** End of the number without its unit. */
  numberEnd: number
  /** The given unit follows. */
  hasUnit: boolean
  isPercent: boolean
  /** In words: `ninety-nine`, `九成九`. */
  isSpelled: boolean
}

/**
 * Finds the numbers in a text in any spelling: `99`, `９９`, `10,000`, `3 万`, `百分之九十九`, `九成九`, `ninety-nine`.
 * Each end of a range is a number in the unit of the range: `2–3 天`, 两到三天, “two to three days”. Alternatives in words
 * are rough, and none: 两台或三台, “two or three”. Ignores lookalikes: `EX-017`, `ISO9001`, `一次`, `one of them`.
 */
export function findNumbers(text: string, unit = ''): TypedNumber[] {
  // Most texts hold none, and positions take longer than all else.
  if (!mayHoldNumber.test(text.normalize('NFKC').replace(unseen, ''))) return []
  const {plain, positions} = normalize(text)
  const unitPattern = unitPatternOf(unit)
  const raw = [
    ...digits(plain, unitPattern),
    ...chineseNumbers(plain, unitPattern),
    ...englishNumbers(plain),
    ...halves(plain, unit),
  ]
  const measured = raw
    .filter((number) => !isRank(plain, number))
    .map((bare): MeasuredNumber => {
      const number = withHalf(bare, plain, unit)
      const rest = plain.slice(number.end)
      const percent = number.isPercent ? /^/.exec(rest) : percentPattern.exec(rest)
      const own = isPercentUnit(unit) ? percent : (unitPattern?.exec(rest) ?? halvedUnit(number, rest, unit))
      const measuredEnd = number.end + (own ?? percent ?? [''])[0].length
      const isPercent = percent !== null
      // 两天半.
      const half = own && canBeHalved(unit) ? trailingHalf.exec(plain.slice(measuredEnd)) : null
      if (half) return {...number, value: number.value + 0.5, isPercent, hasUnit: true, measuredEnd: measuredEnd + 1}
      return {...number, isPercent, hasUnit: own != null, measuredEnd}
    })
  const found = withRanges(
    plain,
    measured.toSorted((one, other) => one.start - other.start),
  )
  return found.flatMap(({value, start, end, measuredEnd, hasUnit, isPercent, isSpelled, isFigure}) =>
    isPercent || hasUnit || isFigure
      ? {
          value,
          hasUnit,
          isPercent,
          isSpelled,
          start: at(positions, start),
          numberEnd: at(positions, end),
          end: at(positions, measuredEnd),
        }
      : [],
  )
}

interface RawNumber {
  value: number
  start: number
  end: number
  isSpelled: boolean
  isPercent: boolean
  /** Counts as a number even without a unit. */
  isFigure: boolean
  /** Its magnitude, which both ends of a range share: 10,000 of `3-5 万`. */
  factor: number
}

interface MeasuredNumber extends RawNumber {
  hasUnit: boolean
  /** End with the unit. */
  measuredEnd: number
}

/** A rank is no amount: 第 3 个, and the last one of 第 3–5 个, 第 12、13 项; but 第一，99% has one. */
function isRank(plain: string, {start, end}: RawNumber): boolean {
  const before = plain.slice(Math.max(0, start - 16), start)
  const joined = /\d/.test(plain[start] ?? '') ? joinedDigits : joinedWords
  return /第\s?$/.test(before) || (joined.test(before) && !percentPattern.test(plain.slice(end)))
}

const joints = '\\s?(?:[-‐‒–—―−~∼〜、]|到|至)\\s?$'
const joinedDigits = new RegExp(`第\\s?\\d+${joints}`)
const joinedWords = new RegExp(`第\\s?[〇零一二两三四五六七八九十]+${joints}`)

/** Units of time, and times as much: half of others, as in 3 个半成品, is another word. */
const canBeHalved = (unit: string): boolean =>
  /^个?(?:年|月|周|星期|天|日|小时|钟头|分钟|学期|季度|工作日|倍)$/.test(unit.trim())

/** What follows a half that belongs to the number: 半导体, 半天然 and 一年半载 are words. */
const afterHalf = '(?=$|[\\s\\p{P}的内左以之到至做完就才后前])'
const trailingHalf = new RegExp(`^半${afterHalf}`, 'u')

/** The unit after a half, which has 个 before it: 个月 in 半个月. */
function halvedUnit({value}: RawNumber, rest: string, unit: string): RegExpExecArray | undefined {
  if (value % 1 !== 0.5 || !canBeHalved(unit)) return undefined
  return new RegExp(`^${unit.trim().replace(/^个/, '')}`).exec(rest) ?? undefined
}

/** Adds a half that is said before the unit: 两个半月, “two and a half days”. But 两个半天 are two halves. */
function withHalf(number: RawNumber, plain: string, unit: string): RawNumber {
  const rest = plain.slice(number.end)
  const [english, magnitude = ''] = /^\s+and a half\b(?:\s+(hundred|thousand|million|billion)\b)?/.exec(rest) ?? []
  if (english) {
    const factor = factors.get(magnitude) ?? 1
    return {...number, value: times(number.value + 0.5, factor), factor, end: number.end + english.length}
  }
  const word = unit.trim().replace(/^个/, '')
  const isSaid = canBeHalved(unit) && !/[年天日]$/.test(word)
  const [chinese] = (isSaid && new RegExp(`^\\s?个半(?=${word})`).exec(rest)) || []
  return chinese ? {...number, value: number.value + 0.5, end: number.end + chinese.length} : number
}

/** Finds halves alone: 半天, 半个月, “half a day”. But 上半年 and 半年报 are names. */
function halves(plain: string, unit: string): RawNumber[] {
  const word = unit.trim().replace(/^个/, '')
  const chinese = canBeHalved(unit)
    ? plain.matchAll(
        new RegExp(`(?<![${numerals}\\d年月周天日时个上下前后大小多过])半个?(?=${word}${afterHalf})`, 'gu'),
      )
    : []
  const english = plain.matchAll(/(?<![a-z])half(?:\s+an?\b|-(?=[a-z]))/g)
  return [...chinese, ...english].map(({0: written, index}) => ({
    value: 0.5,
    factor: 1,
    start: index,
    end: index + written.length,
    isSpelled: true,
    isPercent: false,
    isFigure: false,
  }))
}

const rangePattern = /^\s*(?:[-‐‒–—―−~∼〜]+|到|至|(?:up )?to\b)\s*$/
const alternativePattern = /^\s*(?:或者?|or\b)\s*$/

/** Gives the ends of ranges their shared unit and magnitude, and leaves out alternatives in words. In order of position. */
function withRanges(plain: string, numbers: readonly MeasuredNumber[]): MeasuredNumber[] {
  const found = [...numbers]
  const rough = new Set<number>()
  // From the last: 1 或 2 或 3 台.
  for (let i = found.length - 2; i >= 0; i--) {
    const [first, last] = [found[i], found[i + 1]]
    if (!first || !last) continue
    const between = plain.slice(first.measuredEnd, last.start)
    const isAlternative = alternativePattern.test(between)
    if (isAlternative && first.isSpelled && last.isSpelled && !first.isPercent) {
      rough.add(i).add(i + 1)
    } else if (isAlternative || isRange(plain, first, last, between)) {
      const isUnitless = !first.hasUnit && !first.isPercent
      if (isUnitless && (last.hasUnit || last.isPercent)) {
        const {hasUnit, isPercent} = last
        found[i] = {...first, value: sharedMagnitude(first, last), hasUnit, isPercent}
      } else if (first.isPercent && first.measuredEnd === first.end && !last.hasUnit && !last.isPercent) {
        // 百分之九十八到九十九.
        found[i + 1] = {...last, hasUnit: first.hasUnit, isPercent: true}
      }
    }
  }
  return found.filter((_, index) => !rough.has(index))
}

function isRange(plain: string, first: RawNumber, last: RawNumber, between: string): boolean {
  const before = plain.slice(0, first.start)
  if (/^\s+and\s+$/.test(between)) return /\bbetween\s+$/.test(before)
  // No dates and codes: 2027-06-30, 021-64000000, GB/T 19001-2016.
  const isCode =
    /(?:[a-z]|[a-z\d][-_./:]|\b(?:iso|iec|gb|gb\/t) )$/.test(before) ||
    /^[-/:]\d/.test(plain.slice(last.end)) ||
    [first, last].some(({start}) => /^0\d/.test(plain.slice(start)))
  return rangePattern.test(between) && !(isCode && !first.isSpelled)
}

/** `3-5 万` begins at 30,000, but `500 to 1 thousand` at 500. */
function sharedMagnitude({value, factor}: RawNumber, last: RawNumber): number {
  const shared = times(value, last.factor)
  return factor === 1 && shared < last.value ? shared : value
}

const percentPattern = /^[\s-]*(?:[%٪]|per ?cent(?:age points?)?\b|pct\b|个百分点)/

const isPercentUnit = (unit: string) => percentPattern.test(normalize(unit).plain.trim())

/** Matches a unit after a number, in singular or plural. */
function unitPatternOf(unit: string): RegExp | undefined {
  const word = normalize(unit).plain.trim()
  if (word === '') return undefined
  const stem = /^[a-z]{3,}s$/.test(word) ? word.slice(0, -1) : word
  const escaped = stem.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`^[\\s-]*${escaped}${/[a-z]$/.test(stem) ? 's?(?![a-z])' : ''}`, 'u')
}

const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** Normalizes a text: lower case, ASCII digits, no invisible characters. Returns each character's original position. */
function normalize(text: string): {plain: string; positions: number[]} {
  let plain = ''
  const positions: number[] = []
  let position = 0
  for (const character of text) {
    const shown = shownAs(character)
    for (const unit of shown.toLowerCase()) for (let i = 0; i < unit.length; i++) positions.push(position)
    plain += shown.toLowerCase()
    position += character.length
  }
  positions.push(position)
  return {plain, positions}
}

const at = (positions: readonly number[], index: number): number => positions[index] ?? positions.at(-1) ?? 0

/** In ASCII where that has it. A fraction stands apart from the number before it: `1½` → `1 1⁄2`. */
function shownAs(character: string): string {
  if (character === '٫') return '.'
  const plain = character.normalize('NFKC').replace(unseen, '')
  return plain.includes('⁄') ? ` ${plain}` : digitOf(plain)
}

/** `٣` → `3`. In Unicode the digits of a script are consecutive, from zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 128 || !/^\p{Nd}$/u.test(character)) return character
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/** Magnitudes, also after digits: `3 万`, `5 thousand`. */
const factors: ReadonlyMap<string, number> = new Map([
  ...([
    ['十', 10],
    ['百', 100],
    ['千', 1e3],
    ['万', 1e4],
    ['萬', 1e4],
    ['亿', 1e8],
    ['億', 1e8],
  ] as const),
  ...([
    ['hundred', 100],
    ['thousand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
  ] as const),
])

/** Units that begin with a magnitude: `5 千克` is 5. */
const magnitudeUnit = /^\s?(?:千(?:[克米瓦伏安欧帕焦卡赫牛兆]|比特|字节)|百(?:帕|分点))/

/** Whether the magnitude at the start of a text belongs to the unit, as in `千克`, or `万元` where that is the claim's. */
const beginsUnit = (text: string, unitPattern: RegExp | undefined): boolean =>
  magnitudeUnit.test(text) || unitPattern?.test(text) === true

/** Without the rounding errors of products: 1.1 × 10,000 is 11,000. */
const times = (value: number, factor: number): number => Number((value * factor).toPrecision(15))

/** `1/2 天`, `1 1/2 天`, `½ 天`; but not `lab 1/2`, or `24/7`. Others than `4/5`, as `7/24 小时`, are two numbers. */
function fractions(plain: string, unitPattern: RegExp | undefined): RawNumber[] {
  const pattern = /(?<![\d/⁄.:a-z-])(?:(\d{1,3}) )?(\d{1,2})([/⁄])(\d{1,2})(?![\d/⁄.:-])/g
  return [...plain.matchAll(pattern)].flatMap(({0: written, 1: whole = '0', 2: over, 3: bar, 4: under, index}) => {
    const rest = plain.slice(index + written.length)
    const isMeasured = unitPattern?.test(rest) || percentPattern.test(rest)
    const isUsual = /^(?:1\/(?:[23458]|10)|2\/[35]|3\/(?:[458]|10)|4\/5|[57]\/8|[79]\/10)$/.test(
      `${over}${bar}${under}`,
    )
    if (Number(over) >= Number(under) || !(bar === '⁄' || (isUsual && isMeasured))) return []
    const value = times(Number(whole) + Number(over) / Number(under), 1)
    const end = index + written.length
    return [{value, factor: 1, start: index, end, isSpelled: false, isPercent: false, isFigure: whole !== '0'}]
  })
}

function digits(plain: string, unitPattern: RegExp | undefined): RawNumber[] {
  const split = fractions(plain, unitPattern)
  const units = [percentPattern, ...(unitPattern ? [unitPattern] : [])].map(({source}) => source.slice(1)).join('|')
  // A Chinese full stop, or a dot in the middle, for a point: where a unit follows, as a sentence may begin with a number.
  const mistyped = `(?<![\\d/.:a-z-] ?)\\d{1,3}[。·]\\d+(?=${units})`
  const pattern = new RegExp(`${mistyped}|(?:\\d{1,3}(?:[ ,'’]\\d{3})+(?!\\d)|\\d+)(?:\\.\\d+)?`, 'gu')
  const others = [...plain.matchAll(pattern)].flatMap((match): RawNumber[] => {
    const [written] = match
    const start = match.index
    const before = plain.slice(0, start)
    const after = plain.slice(start + written.length)
    if (
      /^(?:st|nd|rd|th)\b/.test(after) ||
      split.some((one) => start < one.end && start + written.length > one.start)
    ) {
      return []
    }
    const magnitude = /^ ?([十百千万亿萬億]|(?:hundred|thousand|million|billion)\b)/.exec(after)
    const rest = after.slice(magnitude?.[0].length ?? 0)
    const taken = unitPattern?.test(rest) || !beginsUnit(after, unitPattern) ? magnitude : null
    const factor = factors.get(taken?.[1] ?? '') ?? 1
    // ISO9001, EX-017, 2027-06-30.
    const isName = /(?:[a-z][-_./]?|\b(?:iso|iec|gb|gb\/t) |\d[-/.:])$/.test(before) || /^[-/:]\d/.test(after)
    const number = {
      value: times(Number(written.replace(/[ ,'’]/g, '').replace(/[。·]/, '.')), factor),
      factor,
      start,
      end: start + written.length + (taken?.[0].length ?? 0),
      isSpelled: false,
      isPercent: /百分之\s?$/.test(before),
      isFigure: !isName && !/^0\d/.test(written),
    }
    return [number]
  })
  return [...split, ...others]
}

const chineseDigits = '零一二三四五六七八九'
const variants = new Map(
  [...'〇两壹贰叁肆伍陆柒捌玖拾佰仟萬億'].map((sign, index) => [sign, [...'零二一二三四五六七八九十百千万亿'][index]]),
)
const numerals = `${chineseDigits}十百千万亿${[...variants.keys()].join('')}`
const simplify = (written: string): string => [...written].map((sign) => variants.get(sign) ?? sign).join('')
/** 九成 is 90 %; 一成不变 and 三成员 are words, and 七八成 is rough. */
const tenths =
  /(?<![一二两三四五六七八九])([一二两三四五六七八九])成(?:([一二三四五六七八九])|(半))?(?![不为立功果员本熟长就型份分套])/g
/** 几十, 上千 and 近三千 are no amounts; 缺陷数三个 and 线上三个 are. */
const chinese = new RegExp(
  `(?<![几${numerals}])(?:(百分之)|(?<!近|[数上](?=[十百千万亿拾佰仟萬億])))([${numerals}]+)(?:(?:点|(?<=百分之[${numerals}]+)\\s?点\\s?)([〇${chineseDigits}]+)([百千万亿萬億]*))?`,
  'g',
)
/** 两三, 二三十 and 十二三; but 九九 and 一二三 are read digit by digit. */
const rough = /(?:^|[十百千万亿])([一二三四五六七八九])(?!\1)[一二三四五六七八九](?:$|[十百千万亿])/

function chineseNumbers(plain: string, unitPattern: RegExp | undefined): RawNumber[] {
  const shares = [...plain.matchAll(tenths)].map(({0: written, 1: tens = '', 2: ones, 3: half, index}) => ({
    value: chineseValue(tens) * 10 + (half ? 5 : ones ? chineseValue(ones) : 0),
    factor: ones || half ? 1 : 10,
    start: index,
    end: index + written.length,
    isSpelled: true,
    isPercent: true,
    isFigure: true,
  }))
  const others = [...plain.matchAll(chinese)].flatMap(({0: longest, index}) => {
    const isEnd = (at: number) => at > index && beginsUnit(plain.slice(at), unitPattern)
    const hasUnit = unitPattern?.test(plain.slice(index + longest.length))
    const cut = hasUnit ? -1 : [...longest].findIndex((_, at) => isEnd(index + at))
    const [match] = longest.slice(0, cut < 0 ? undefined : cut).matchAll(chinese)
    if (!match || shares.some(({start, end}) => index < end && index + match[0].length > start)) return []
    const {0: written, 1: percent, 2: whole = '', 3: fraction = '', 4: magnitudes = ''} = match
    const simple = simplify(whole)
    if (rough.test(simple)) return []
    // A magnitude after digits is part of that number: 5 万.
    if (/^[十百千万亿]/.test(simple) && /\d ?$/.test(plain.slice(0, index))) return []
    const part = [...simplify(fraction)].map((sign) => chineseDigits.indexOf(sign)).join('')
    const value = times(chineseValue(whole) + Number(`0.${part}`), magnitudeOf(magnitudes))
    // 万一 and 千万 are words, and so is 三五 before most nouns.
    const isFigure =
      percent !== undefined || (value > 10 && /^[^百千万亿].*[十百千万亿]|^十./.test(simple + simplify(magnitudes)))
    const shared = /[百千万亿]+$/.exec(simple + simplify(magnitudes))?.[0] ?? ''
    return {
      value,
      factor: percent === undefined ? magnitudeOf(shared) : 1,
      start: index,
      end: index + written.length,
      isSpelled: true,
      isPercent: percent !== undefined,
      isFigure,
    }
  })
  return [...shares, ...others]
}

const magnitudeOf = (signs: string): number =>
  [...signs].reduce((product, sign) => product * (factors.get(sign) ?? 1), 1)

/** `九十九` → 99, `一百零五` → 105, `九九` → 99. */
function chineseValue(written: string): number {
  const signs = [...simplify(written)]
  if (!signs.some((sign) => factors.has(sign))) {
    return Number(signs.map((sign) => chineseDigits.indexOf(sign)).join(''))
  }
  let total = 0
  let section = 0
  let digit: number | undefined
  for (const sign of signs) {
    const factor = factors.get(sign)
    if (factor === undefined) digit = chineseDigits.indexOf(sign)
    else if (factor < 1e4) {
      section += (digit ?? 1) * factor
      digit = undefined
    } else {
      total = (total + section + (digit ?? 0) || 1) * factor
      section = 0
      digit = undefined
    }
  }
  return total + section + (digit ?? 0)
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const englishValues: ReadonlyMap<string, number> = new Map([
  ...ones.split(' ').map((word, index) => [word, index] as const),
  ...tens.split(' ').map((word, index) => [word, index * 10 + 20] as const),
])
const englishWord = [...englishValues.keys(), 'hundred', 'thousand', 'million', 'billion'].join('|')
const oneOf = (words: string) => `(?:${words.replaceAll(' ', '|')})(?![a-z])`
const gap = '[\\s-]+(?:and\\s+)?'
/** Only as numbers are said: “two and three” and “two-three” are two of them. */
const belowHundred = `(?:${oneOf(tens)}(?:[\\s-]+${oneOf('one two three four five six seven eight nine')})?|${oneOf(ones)})`
const belowThousand = `(?:(?:${belowHundred}[\\s-]+)?${oneOf('hundred')}(?:${gap}${belowHundred})?|${belowHundred})`
const scale = oneOf('thousand million billion')
const scaled = `(?:${belowThousand}[\\s-]+)?${scale}`
const whole = `(?:${scaled}(?:${gap}${scaled})*(?:${gap}${belowThousand})?|${belowThousand})`
const fraction = `\\s+point((?:[\\s-]+${oneOf('zero one two three four five six seven eight nine')})+)(?:\\s+(${oneOf('hundred thousand million billion')}))?`
/** Ninety-nine point five; one point five million. */
const english = new RegExp(`(?<![a-z])(${whole})(?:${fraction})?`, 'g')

function englishNumbers(plain: string): RawNumber[] {
  return [...plain.matchAll(english)].flatMap(
    ({0: written, 1: words = '', 2: decimals = '', 3: magnitude = '', index}) => {
      // A magnitude after digits is part of that number: 5 million.
      if (/(?:\d|\band a half)\s?$/.test(plain.slice(0, index))) return []
      const part = wordsIn(decimals).map((word) => englishValues.get(word) ?? 0)
      const value = times(englishValue(words) + Number(`0.${part.join('')}`), factors.get(magnitude) ?? 1)
      const factor = factors.get(wordsIn(written).at(-1) ?? '') ?? 1
      const end = index + written.length
      return {value, factor, start: index, end, isSpelled: true, isPercent: false, isFigure: value > 10}
    },
  )
}

const wordsIn = (text: string): string[] => text.split(/[\s-]+/).filter(Boolean)

/** `one hundred and five` → 105. */
function englishValue(written: string): number {
  let total = 0
  let section = 0
  for (const word of wordsIn(written)) {
    const factor = factors.get(word)
    if (factor === undefined) section += englishValues.get(word) ?? 0
    else if (factor === 100) section = (section || 1) * 100
    else {
      total += (section || 1) * factor
      section = 0
    }
  }
  return total + section
}

/** Cheap test: a text that does not match holds no number. */
const mayHoldNumber = new RegExp(`\\p{N}|[半${numerals}]|(?<![a-z])(?:half|${englishWord})(?![a-z])`, 'iu')

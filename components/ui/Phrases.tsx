import {Fragment} from 'react'
import {splitStega} from '@/sanity/splitStega'

interface PhrasesProps {
  children: string
  /**
   * For headings: if no clause has more characters, or no item of a long list, lines break between these only. Little English
   * words stay on the line of the next one.
   */
  clause?: number
}

/**
 * A text whose Chinese breaks between phrases: `<wbr>` says where, and `word-break: keep-all`, which `globals.css` gives
 * its element, that nowhere else. For text rendered on the server: browsers know other words.
 */
export function Phrases({children, clause}: PhrasesProps) {
  return phrasesOf(children, clause).map((phrase, index) => {
    const key = String(index)
    return (
      <Fragment key={key}>
        {index > 0 && <wbr />}
        {list.test(phrase) ? <span data-part="clause">{phrase}</span> : phrase}
      </Fragment>
    )
  })
}

/** A clause that lists things: browsers would break it at any of its commas, and join its end to the next clause. */
const list = /、./u

/** Lists four things or more. */
const longList = /、.+、.+、./u

/** Words and names of this trade, and turns of speech, that the dictionary of `Intl.Segmenter` cuts or may cut. */
const terms = `
  不符合项 验证项 验证计划 逻辑库 方法库 能源卡 立体车库 并车 委托单 运单 作业卡 实验室 试验员 送样人 工程驾照
  有效期 微前端 资质 牌照 耗材 跑道 排程 冲突 页面 试验委托 设备排程 试验执行 设备管理 原始记录 试验报告
  工装耗材 人员管理 体系文件 方法管理 人员调配 样品管理 预算管理 计划编制 智能并车 时间计划 数据分析 资质申请
  现场评审 评审报告 证书管理 统计分析 资质信息 车辆信息 车辆登记 跑道预约 轮运管理 车辆报废 门禁管理 统计报表
  车辆监控 记录表 主线 画法 下一 上一 前一 后一 不必 从头到尾 数一数 什么时候 工程师 办公室 打印机 申请人 负责人
  评审员 评审方 驾驶员 常问 获准 经手人 经手 入职 到期日 基线 模块 备料 车辆表 超差 试验工程师 登记专员 保险专员 说得清 可不可 不一样 适用于
  台架 台架日 台架旁 环境舱 恒温槽 振动台 指导书 工程车 时段 起止 出车 改动 逐项 待清理 已报废 待办 评审组 管理员 跑道管理员 样品管理员 车库管理员
  考试专员 报废专员 油电卡专员 通过率
  数得出 别家 补传
`
  .trim()
  .split(/\s+/)

const han = /\p{Script=Han}/u
/** Never at the beginning of a line. */
const closing = /^[，。、；：？！…—”’）》」』】〉·%％℃,.;:?!)]/u
/** Never at the end of a line. */
const opening = /[“‘（《「『【〈(\u00a0]$/u
const pause = /[，。、；：？！…—”’）》」』】〉 \n]$/u
/** Lean on the word before them. */
const suffixes = /^(?:得.*|[的地得了着过们吗呢吧么里上下中内外前后时起来去到出入好完住掉开走者性化间处版级])$/u
/** Counts or points at what follows. */
const numeral = /[\d一二三四五六七八九十百千万两几半每这那哪某同第各整]$/u
/** Say little without the word after them. */
const particles =
  /^[不没未再也都就才又还很更最能会要可该应须把被让给对向从到在用按由为与和或及只先并却自所往凭靠是有看已正均则若因]+$/u

/** Little English words with the word that they lean on. */
const leaning = /(?<!\S)(?:(?:an?|the|of|and|or|to|in|on|at|by|for|as) )+\S+/gi
/** Letters that fit a line of a narrow phone with text twice as large. */
const longestLeaning = 12

/** Characters of the longest phrase that is made of several words: it fits a title's line on a phone of 320 px. */
const longest = 8

const segmenter = new Intl.Segmenter('zh', {granularity: 'word'})

/**
 * Splits a text where its lines may break, by the words of `Intl.Segmenter`: punctuation stays with the word before it,
 * and characters that say little alone stay with a neighbour. Joined, the phrases are the text. A text without Chinese
 * is one phrase. With `clause` it is a heading's: each clause is one phrase, or in a longer clause each item of a long list, if
 * none has more characters than that; and little English words are joined to the next one.
 */
export function phrasesOf(text: string, clause?: number): string[] {
  // Stega marks no break, and must stay whole.
  const {cleaned, encoded} = splitStega(text)
  if (!han.test(cleaned)) return [clause === undefined ? text : withLeaningWords(cleaned) + encoded]
  const fits = ({length}: string) => length <= (clause ?? 0)
  const clauses = cleaned
    .split(/(?<=[，：；？—])/)
    .flatMap((one) => (!fits(one) && longList.test(one) ? one.split(/(?<=、)/) : one))
  const areShort = clauses.length > 1 && clauses.every(fits)
  const words = areShort ? clauses : wordsOf(cleaned)
  const phrases: string[] = []
  for (const [index, word] of words.entries()) {
    const phrase = phrases.at(-1)
    if (phrase !== undefined && isJoined(phrase, word, words[index + 1])) phrases[phrases.length - 1] = phrase + word
    else phrases.push(word)
  }
  return [...phrases.slice(0, -1), `${phrases.at(-1) ?? ''}${encoded}`]
}

/** By no-break spaces: blocks within a balanced heading make Chromium crash. */
const withLeaningWords = (text: string) =>
  text.replace(leaning, (words) => (words.length > longestLeaning ? words : words.replaceAll(' ', '\u00a0')))

/** Whether a word stays on the line of the phrase before it. `next` follows the word. */
function isJoined(phrase: string, word: string, next: string | undefined): boolean {
  if (closing.test(word) || /^\s/.test(word) || opening.test(phrase)) return true
  // Latin is broken by its own spaces.
  if (/[!-~]$/.test(phrase) && /^[!-~]/.test(word)) return true
  if (pause.test(phrase) || phrase.length + word.length > longest) return false
  if (phrase.length === 1 || suffixes.test(word) || particles.test(phrase) || numeral.test(phrase)) return true
  // A measure, and what is counted.
  if (numeral.test(phrase.slice(0, -1)) && phrase.length <= 3) return true
  // Nothing follows that it could join.
  return word.length === 1 && (next === undefined || closing.test(next))
}

function wordsOf(text: string): string[] {
  const starts = new Set([...segmenter.segment(text)].map(({index}) => index))
  for (const term of terms) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
      for (let inside = at + 1; inside < at + term.length; inside++) starts.delete(inside)
    }
  }
  const sorted = [...starts]
  return sorted.map((start, index) => text.slice(start, sorted[index + 1]))
}

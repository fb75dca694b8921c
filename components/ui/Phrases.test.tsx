import {stegaEncodeSourceMap} from '@sanity/client/stega'
import {renderToStaticMarkup} from 'react-dom/server'
import {expect, it} from 'vitest'
import {localize} from '@/sanity/presentContent'
import {objectsIn, readSeed} from '@/tests/support/readSeed'
import {Phrases, phrasesOf} from './Phrases'

const texts = [
  ...new Set(
    readSeed()
      .flatMap(objectsIn)
      .flatMap(({zh}) => (typeof zh === 'string' ? [zh] : [])),
  ),
]

it('may break a line between phrases, not within a word', () => {
  expect(renderToStaticMarkup(<Phrases>一份写清楚、不用再追问的委托单</Phrases>)).toBe(
    '一份写<wbr/>清楚、<wbr/>不用再追问的<wbr/>委托单',
  )
  expect(phrasesOf('一张不符合项单的去向')).toEqual(['一张不符合项', '单的', '去向'])
  expect(phrasesOf('照常存，恢复后补传').join('|')).toContain('补传')
  expect(phrasesOf('“待清理”和“已报废”')).toEqual(['“待清理”', '和“已报废”'])
})

it('never breaks within the name of a role or a module', () => {
  const named = readSeed().flatMap((document) =>
    objectsIn(document).filter(({_type}) => ['role', 'productModule'].includes(String(_type))),
  )
  const names = [...new Set(named.flatMap(objectsIn).flatMap(({zh}) => (typeof zh === 'string' ? [zh] : [])))].filter(
    (name) => /^\p{Script=Han}{2,6}$/u.test(name) && !name.includes('与'),
  )
  expect(names.length).toBeGreaterThan(30)
  const broken = texts.flatMap((text) => {
    const phrases = phrasesOf(text)
    return names
      .filter((name) => text.includes(name) && !phrases.some((phrase) => phrase.includes(name)))
      .map((name) => `${name}: ${phrases.join('|')}`)
  })
  expect(broken).toEqual([])
})

it('never breaks between a number and what it counts', () => {
  expect(phrasesOf('例-P5 第\u00a03\u00a0版和基线，差在这几处')[1]).toMatch(/^第\u00a03\u00a0版/)
  const localized = texts.map((text) => String(localize({_type: 'localeText', zh: text}, 'zh')))
  const counted = localized.filter((text) => text.includes('\u00a0'))
  expect(counted.length).toBeGreaterThan(100)
  const torn = counted.flatMap((text) => phrasesOf(text)).filter((phrase) => /^\u00a0|\u00a0$/.test(phrase))
  expect(torn).toEqual([])
})

it('breaks a heading of short clauses between them only', () => {
  expect(phrasesOf('打开清单，就知道每张单子等谁', 10)).toEqual(['打开清单，', '就知道每张单子等谁'])
  expect(phrasesOf('工程车辆管理：每辆车从登记到报废有据可查', 10).length).toBeGreaterThan(2)
})

it('keeps the list in a short clause together', () => {
  expect(renderToStaticMarkup(<Phrases clause={10}>申请、评审、发证，各看什么</Phrases>)).toBe(
    '<span data-part="clause">申请、评审、发证，</span><wbr/>各看什么',
  )
  expect(renderToStaticMarkup(<Phrases clause={10}>提出、分析、整改、提交证据、验证</Phrases>)).not.toContain('span')
})

it('breaks a heading that is one long list, or has one, at its commas only', () => {
  expect(phrasesOf('提出、分析、整改、提交证据、验证', 10)).toEqual([
    '提出、',
    '分析、',
    '整改、',
    '提交证据、',
    '验证',
  ])
  expect(phrasesOf('四步：提交、审批、指派、接手', 10)).toEqual(['四步：', '提交、', '审批、', '指派、', '接手'])
})

it('keeps little words of an English heading on the line of the next one, unless they are too long for a narrow line', () => {
  expect(phrasesOf('The rest of the story, in a word', 0)).toEqual(['The\u00a0rest of the story, in\u00a0a\u00a0word'])
  expect(phrasesOf('The same rights as on the web', 0)).toEqual(['The\u00a0same rights as on the web'])
})

it('leaves other languages to their spaces', () => {
  expect(phrasesOf('Test orders that say everything of the kind')).toEqual([
    'Test orders that say everything of the kind',
  ])
  expect(phrasesOf('这一层我们用 .NET 和 ISO/IEC 17025')).toEqual(
    expect.arrayContaining([expect.stringContaining('.NET '), expect.stringContaining('ISO/IEC ')]),
  )
})

it('leaves every Chinese text of the seed as it is, and no phrase begins with closing punctuation', () => {
  expect(texts.length).toBeGreaterThan(1000)
  for (const text of texts) {
    const phrases = phrasesOf(text)
    expect(phrases.join('')).toBe(text)
    expect(phrases.filter((phrase) => /^[，。、；：？！”’）》」]/.test(phrase))).toEqual([])
  }
})

it('keeps the stega of a preview whole, behind the last phrase', () => {
  const heading = '审批走完，再派工程师'
  const path = "$['heading']"
  const sources = {
    documents: [{_id: 'page-lims', _type: 'page'}],
    paths: [path],
    mappings: {[path]: {type: 'value' as const, source: {type: 'documentValue' as const, document: 0, path: 0}}},
  }
  const encoded = stegaEncodeSourceMap({heading}, sources, {enabled: true, studioUrl: 'http://localhost:3333'}).heading
  expect(encoded).not.toBe(heading)
  expect(phrasesOf(encoded).join('')).toBe(encoded)
  expect(phrasesOf(encoded).slice(0, -1)).toEqual(phrasesOf(heading).slice(0, -1))
})

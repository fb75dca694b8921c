/** After a number, though not the end of a code as in 例-017. */
const number = /(?<=(?<!\w|[\p{L}\p{N}]-)\d[\d.,:–]*)/u
const chineseMeasure = /[版步级项份台件名种页个条次辆人倍处年月日天周时分秒]/
const unit =
  /(?:°C|℃|%|‰|dB|bar|rpm|Grms|min|h|t|[µμnmckMG]?(?:m|g|s|N|Nm|N·m|Pa|V|A|Ah|W|Wh|Hz|Ω|K|l|L))(?:\/(?:h|s|min|kg|m))?[²³]?(?![\w/])/u

/** Both spaces of k = 2. */
const equation = /(?<=(?<!\w)[A-Za-z]) (?== \d)|(?<=(?<!\w)[A-Za-z] =) (?=\d)/u

/** The spaces of 第 3 版, 30 天, 21.50 mm and k = 2: before a number or between it and its measure or unit. */
const withinMeasure = new RegExp(
  `(?<=第) (?=\\d)|${equation.source}|${number.source} (?=${chineseMeasure.source}|${unit.source})`,
  'gu',
)

/** Makes those spaces no-break spaces: lines would part the number from what it counts. */
export function withWholeMeasures(text: string): string {
  return text.replace(withinMeasure, '\u00a0')
}

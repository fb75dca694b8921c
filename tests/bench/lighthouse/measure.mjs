// `node measure.mjs <path of Chromium> <url>…` prints one line of JSON for each address: Lighthouse's scores and figures
// for a phone, and the audits that are not passed. A program of its own, since its packages are not the project's.
import {launch} from 'chrome-launcher'
import lighthouse from 'lighthouse'

const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
const [chromePath, ...urls] = process.argv.slice(2)
for (const url of urls) {
  const chrome = await launch({
    chromePath,
    chromeFlags: ['--headless', '--no-sandbox', '--lang=zh-CN'],
    logLevel: 'silent',
  })
  const {lhr} = await lighthouse(url, {port: chrome.port, logLevel: 'silent', onlyCategories})
  const scores = Object.fromEntries(onlyCategories.map((id) => [id, Math.round((lhr.categories[id].score ?? 0) * 100)]))
  const failed = onlyCategories
    .slice(1)
    .flatMap((id) => lhr.categories[id].auditRefs)
    .filter(({id, weight}) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({id}) => id)
  const value = (id) => lhr.audits[id]?.numericValue ?? 0
  console.log(
    JSON.stringify({
      url,
      scores,
      failed: [...new Set(failed)],
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      error: lhr.runtimeError?.message,
    }),
  )
  await chrome.kill()
}

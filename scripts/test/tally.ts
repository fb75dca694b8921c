import {existsSync, readFileSync} from 'node:fs'

/** How many tests ended in which way. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

const nothingRan: Tally = {passed: 0, failed: 1, skipped: 0}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

interface PlaywrightReport {
  stats: {expected: number; unexpected: number; flaky: number; skipped: number}
  errors: unknown[]
}

/** Counts Vitest's JSON report. A missing report, or a failure outside any test, is one failed test. */
export function readVitestReport(file: string): Tally {
  if (!existsSync(file)) return nothingRan
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failed = report.success ? report.numFailedTests : Math.max(report.numFailedTests, 1)
  return {passed: report.numPassedTests, failed, skipped: report.numPendingTests}
}

/** Counts Playwright's JSON report. A test that passed only when tried again is a failure. */
export function readPlaywrightReport(file: string): Tally {
  if (!existsSync(file)) return nothingRan
  const {stats, errors}: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  return {passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped}
}

/** The sum of several tallies. */
export function addTallies(tallies: Tally[]): Tally {
  const sum = (field: keyof Tally) => tallies.reduce((total, tally) => total + tally[field], 0)
  return {passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped')}
}

import {expect, it} from 'vitest'
import {parseWrk} from './parseWrk.ts'

const output = `Running 5s test @ http://127.0.0.1:3000/
  1 threads and 32 connections
  Latency Distribution
     50%  411.00us
     99%    1.62ms
  152407 requests in 5.00s, 8.44GB read
Requests/sec:  30481.33
Transfer/sec:      1.69GB
`

it('reads throughput and the slowest hundredth', () => {
  expect(parseWrk(output)).toEqual({requests: 152407, requestsPerSecond: 30481.33, p99: 1.62, errors: 0})
  expect(parseWrk(output.replace('1.62ms', '1.50s')).p99).toBe(1500)
  expect(parseWrk(output.replace('1.62ms', '980.00us')).p99).toBeCloseTo(0.98)
})

it('counts refused answers and failed connections', () => {
  const failing = `${output}  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 5\n`
  expect(parseWrk(failing).errors).toBe(15)
})

it('says that there is no figure where wrk printed none', () => {
  expect(parseWrk('unable to connect')).toEqual({
    requests: Number.NaN,
    requestsPerSecond: Number.NaN,
    p99: Number.NaN,
    errors: 0,
  })
})

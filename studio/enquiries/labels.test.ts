import {expect, test} from 'vitest'
import {EnquiryApiError} from './enquiriesApi.ts'
import {deliveryLabel, errorMessage} from './labels.ts'

test('says which of the two servers is away: the site’s, or the one that keeps the content', () => {
  expect(errorMessage(new EnquiryApiError(0))).toMatch('The site’s server cannot be reached')
  expect(errorMessage(new TypeError('Failed to fetch'))).toMatch('The content cannot be reached')
})

test('where nobody signs in, says whom to ask, without a command to type', () => {
  const message = errorMessage(new EnquiryApiError('noTicket'))
  expect(message).toMatch(/请联系负责这台服务器的同事.*Ask whoever runs the server/s)
  expect(message).not.toMatch(/npx|--/)
})

test('a delivery that some recipients were refused says so, with the code', () => {
  const delivery = {sink: 'mail', state: 'delivered', attempts: 1, problem: 'SMTP 550', isPartial: true} as const
  expect(deliveryLabel(delivery)).toMatch(/没有收到 \(SMTP 550\)$|not to all recipients \(SMTP 550\)$/)
  expect(deliveryLabel({...delivery, state: 'waiting'})).toMatch(/会再试 \(SMTP 550\)$|tried again \(SMTP 550\)$/)
  expect(deliveryLabel({...delivery, state: 'dead'})).toMatch(/停止尝试 \(SMTP 550\)$|given up \(SMTP 550\)$/)
  expect(deliveryLabel({...delivery, problem: null, isPartial: false})).not.toMatch(/没有收到|not to all/)
})

test('a delivery that was tried once says so', () => {
  const delivery = {sink: 'mail', state: 'waiting', attempts: 1, problem: null, isPartial: false} as const
  expect(deliveryLabel(delivery)).toMatch(/1 次.*tried once,/)
  expect(deliveryLabel({...delivery, attempts: 2})).toMatch(/2 次.*tried 2 times,/)
})

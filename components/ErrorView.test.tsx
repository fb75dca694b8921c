import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {SiteError} from '@/lib/errors'
import {ErrorView} from './ErrorView'

it('is titled by the error’s message and shows its status', () => {
  const error = Object.assign(new Error('Unknown middleware auth'), {status: 503})
  const {page} = draw(<ErrorView locale="en" error={error} />)
  expect(page.getByRole('heading', {level: 1}).textContent).toBe('Unknown middleware auth')
  expect(page.getByText('503')).toBeTruthy()
})

it('says “Error” and 500 where it knows no more, and leads home and to the contact page by plain links', () => {
  const {page} = draw(<ErrorView locale="en" />)
  expect(page.getByRole('heading', {level: 1}).textContent).toBe('Error')
  expect(page.getByText('500')).toBeTruthy()
  expect(page.getByRole('link', {name: 'Go back to home'}).getAttribute('href')).toBe('/h5/en')
  expect(page.getByRole('link', {name: 'Contact'}).getAttribute('href')).toBe('/h5/en/contact')
})

it('offers another try where there is one', () => {
  const {page} = draw(<ErrorView locale="zh" retry={() => {}} />)
  expect(page.getByRole('button', {name: '重试'})).toBeTruthy()
})

it('says in its language what an error of the server’s digest tells, not what stands in for the message', () => {
  const hidden = 'An error occurred in the Server Components render.'
  const known = Object.assign(new Error(hidden), {digest: SiteError.unknownMiddleware('auth').digest})
  expect(draw(<ErrorView locale="en" error={known} />).page.getByRole('heading').textContent).toBe(
    'Unknown middleware auth',
  )
  expect(draw(<ErrorView locale="zh" error={known} />).page.getByRole('heading').textContent).toBe('未知的中间件 auth')
  const other = Object.assign(new Error(hidden), {digest: '1638210'})
  expect(draw(<ErrorView locale="en" error={other} />).page.getByRole('heading').textContent).toBe('Error')
})

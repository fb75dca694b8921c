// @vitest-environment jsdom
import {renderToStaticMarkup} from 'react-dom/server'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {carryInput} from '@/browser/swapPage'
import {context, documentOf, moduleOf, productOf} from '@/components/testing/fixtures'
import {enquiryFields, problems} from '@/enquiries/fields'
import {canBeTyped, enquiryCases} from '@/enquiries/testing/enquiryCases'
import {goodValues} from '@/enquiries/testing/fixtures'
import {minimumPending} from '@/lib/constants'
import {attach} from './attachForm'
import {EnquiryFields} from './EnquiryFields'
import {sendForm} from './sendForm'

const block = {
  _key: 'k',
  _type: 'enquiryForm' as const,
  heading: 'Write to us',
  intro: null,
  consent: 'I agree.',
  receivedTitle: 'Received',
  receivedText: 'We shall answer.',
  products: [{...productOf('LIMS'), modules: [moduleOf('record', 1, '/limsPages/record')]}],
  privacy: documentOf('page', 'page-privacy'),
}
const page = renderToStaticMarkup(<EnquiryFields block={block} context={context} />)
const words = {
  problems: Object.fromEntries(
    [...problems, 'title', 'limited', 'failed', 'offline', 'outdated'].map((code) => [code, `[${code}]`]),
  ),
  sending: 'Sending…',
  submit: 'Send',
}

function form(): HTMLFormElement {
  const found = document.querySelector('form')
  if (!found) throw new Error('no form')
  return found
}

/** Sets values as typing does; inputs sanitize them. */
function fill(values: Partial<typeof goodValues>): void {
  for (const name of enquiryFields) {
    const field = document.getElementById(`enquiry-${name}`)
    const value = values[name] ?? ''
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'yes'
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value
  }
}

/** Sends the form, shown long ago, to a server with this answer. */
async function send(answer?: () => Promise<Response>) {
  const {fetched, sent} = startSending({answer})
  await vi.runAllTimersAsync()
  await sent
  return fetched
}

/** Begins to send the form, shown some milliseconds ago. */
function startSending({
  answer = async () => Response.json({outcome: 'received'}),
  ago = 60_000,
}: {
  answer?: (() => Promise<Response>) | undefined
  ago?: number
} = {}) {
  const fetched = vi.fn<(url: string, init: {body: FormData}) => Promise<Response>>(answer)
  vi.stubGlobal('fetch', fetched)
  return {fetched, sent: sendForm({form: form(), words, shown: performance.now() - ago})}
}

const fieldLabel = (name: string) => document.querySelector(`label[for="enquiry-${name}"]`)?.firstChild?.textContent

const problemsShown = () =>
  Object.fromEntries(
    enquiryFields.flatMap((name) => {
      const place = document.getElementById(`enquiry-${name}-problem`)
      return place && !place.hidden ? [[name, place.textContent]] : []
    }),
  )

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  document.body.innerHTML = page
  history.replaceState(null, '', '/h5/en/contact')
})

afterEach(() => {
  // What is left written would be brought along to the next form.
  document.querySelector('form')?.reset()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the browser', () => {
  it.each(enquiryCases.filter(canBeTyped))('by the same rules: $title', async ({values, problems = {}}) => {
    fill({...goodValues, ...values})
    const fetched = await send()
    expect(problemsShown()).toEqual(
      Object.fromEntries(Object.entries(problems).map(([name, code]) => [name, `[${code}]`])),
    )
    expect(fetched).toHaveBeenCalledTimes(Object.keys(problems).length > 0 ? 0 : 1)
    if (Object.keys(problems).length > 0) expect(document.activeElement?.id).toBe('enquiry-summary')
  })

  it('names the field of a sentence that could be any field’s, in the list above the form alone', async () => {
    fill({...goodValues, name: 'a'.repeat(101), phone: '1'})
    await send()
    expect(problemsShown().name).toBe('[tooLong]')
    const listed = [...document.querySelectorAll('#enquiry-summary a')].map((link) => link.textContent)
    expect(listed).toEqual([`${fieldLabel('name')}: [tooLong]`, '[phone]'])
  })

  it('goes on to what happens next, and empties the form', async () => {
    fill(goodValues)
    await send()
    expect(location.hash).toBe('#received')
    expect(document.activeElement?.id).toBe('received')
    expect(new FormData(form()).get('name')).toBe('')
  })

  it('keeps what is typed or picked while it is being sent', async () => {
    fill(goodValues)
    await send(async () => {
      fill({...goodValues, message: 'One more thing.'})
      const choice = document.querySelector('select')
      if (choice) choice.selectedIndex = 1
      return Response.json({outcome: 'received'})
    })
    expect(new FormData(form()).get('message')).toBe('One more thing.')
    expect(new FormData(form()).get('interest')).toContain('LIMS')
    expect(new FormData(form()).get('name')).toBe('')
  })

  it('sends a quick person’s enquiry as it was checked, and keeps what is typed during the wait', async () => {
    fill(goodValues)
    const {fetched, sent} = startSending({ago: 0})
    fill({...goodValues, mail: 'not an addr', message: 'One more thing.'})
    await vi.runAllTimersAsync()
    await sent
    expect(fetched.mock.calls[0]?.[1].body.get('mail')).toBe(goodValues.mail)
    expect(fetched.mock.calls[0]?.[1].body.get('message')).toBe(goodValues.message)
    expect(Number(fetched.mock.calls[0]?.[1].body.get('elapsed'))).toBeGreaterThan(3000)
    expect(new FormData(form()).get('message')).toBe('One more thing.')
  })

  it('shows that it is sending for long enough to be read', async () => {
    fill(goodValues)
    const {sent} = startSending()
    await vi.advanceTimersByTimeAsync(minimumPending - 1)
    expect(form().querySelector('button')?.textContent).toBe('Sending…')
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect(form().querySelector('button')?.textContent).toBe('Send')
  })

  it('stays on the page where the script that sends cannot be loaded without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const left = vi.spyOn(form(), 'submit').mockImplementation(() => undefined)
    attach(form(), () => Promise.reject(new TypeError('Failed to fetch')))
    const press = async () => {
      form().dispatchEvent(new SubmitEvent('submit', {cancelable: true}))
      await vi.runAllTimersAsync()
    }
    await press()
    expect(left).not.toHaveBeenCalled()
    expect(document.activeElement?.id).toBe('enquiry-summary')
    expect(document.activeElement?.textContent).toMatch(/offline.*not sent/)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await press()
    expect(left).toHaveBeenCalledOnce()
  })

  it('says what happens next, too, to who has left the page meanwhile and comes back', async () => {
    document.body.innerHTML = `<main>${page}</main>`
    fill(goodValues)
    const left = [...document.body.childNodes]
    await send(async () => {
      document.body.replaceChildren('Another page')
      return Response.json({outcome: 'received'})
    })
    expect(location.hash).toBe('')
    document.body.replaceChildren(...left)
    expect(document.getElementById('received')?.dataset.shown).toBe('')
    expect(new FormData(form()).get('name')).toBe('')
  })

  it.each([
    ['received', '', true],
    ['failed', 'Li Wei', false],
  ])('says in the new version of a page that it was %s', async (outcome, name, isReceived) => {
    document.body.innerHTML = `<main>${page}</main>`
    fill(goodValues)
    await send(async () => {
      document.body.innerHTML = `<main>${page}</main>`
      fill({...goodValues, name: 'Li Wei'})
      if (isReceived) fill(goodValues)
      return Response.json({outcome})
    })
    expect(location.hash).toBe(isReceived ? '#received' : '')
    expect(document.activeElement?.id).toBe(isReceived ? 'received' : 'enquiry-summary')
    expect(new FormData(form()).get('name')).toBe(name)
  })

  it('says in the form of a later visit, in either language, that it was received, and empties both', async () => {
    attach(form())
    fill(goodValues)
    const first = form()
    await send(async () => {
      history.replaceState(null, '', '/h5/contact?from=/about')
      document.body.innerHTML = `<main>${page}</main>`
      attach(form())
      return Response.json({outcome: 'received'})
    })
    expect(form()).not.toBe(first)
    expect([location.hash, document.activeElement?.id]).toEqual(['#received', 'received'])
    expect([first, form()].map((one) => new FormData(one).get('name'))).toEqual(['', ''])
  })

  it('leaves the address of another page alone that is about to be shown', async () => {
    fill(goodValues)
    await send(async () => {
      history.pushState(null, '', '/h5/en')
      return Response.json({outcome: 'received'})
    })
    expect([location.pathname, location.hash]).toEqual(['/h5/en', ''])
    expect(document.getElementById('received')?.dataset.shown).toBe('')
  })

  it('keeps what was typed where it was not taken, and says why', async () => {
    fill(goodValues)
    await send(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(document.getElementById('enquiry-summary')?.textContent).toBe('[failed]')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await send(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(document.getElementById('enquiry-summary')?.textContent).toBe('[offline]')
    await send(async () => Response.json({outcome: 'limited'}, {status: 429}))
    expect(document.getElementById('enquiry-summary')?.textContent).toBe('[limited]')
    expect(new FormData(form()).get('message')).toBe(goodValues.message)
    expect(form().querySelector('button')?.textContent).toBe('Send')
    await send(async () => Response.json({outcome: 'incomplete', problems: {phone: 'phone'}}, {status: 422}))
    expect(problemsShown()).toEqual({phone: '[phone]'})
  })

  it.each([
    ['field', {rigs: 'rigsMissing'}],
    ['sentence', {company: 'companyMissing'}],
  ])('asks for a reload where a newer release refuses the form for a %s that this page lacks', async (_, asked) => {
    fill(goodValues)
    await send(async () => Response.json({outcome: 'incomplete', problems: {phone: 'phone', ...asked}}, {status: 422}))
    expect(document.getElementById('enquiry-summary')?.textContent).toBe('[outdated]')
  })

  it('sends the same key again after a failure, so that the enquiry stays one', async () => {
    attach(form())
    fill(goodValues)
    const first = await send(() => Promise.reject(new TypeError('lost')))
    const second = await send()
    const keyOf = (fetched: typeof first) => fetched.mock.calls[0]?.[1].body.get('key')
    expect(keyOf(first)).toMatch(/^[\da-f]{32}$/)
    expect(keyOf(second)).toBe(keyOf(first))
    expect(new FormData(form()).get('key')).not.toBe(keyOf(first))
  })

  it('takes consent along to a new version of the page, though not of the privacy statement', () => {
    const formOf = (privacy: typeof block.privacy) => {
      const holder = document.createElement('div')
      holder.innerHTML = renderToStaticMarkup(<EnquiryFields block={{...block, privacy}} context={context} />)
      const consent = holder.querySelector<HTMLInputElement>('[name="consent"]')
      return {consent, page: {lang: 'en', head: [], body: [holder]}}
    }
    const [left, same, changed] = [block.privacy, block.privacy, {...block.privacy, _rev: 'r2'}].map(formOf)
    left?.consent?.click()
    for (const next of [same, changed]) if (left && next) carryInput(left.page, next.page)
    expect([left, same, changed].map((one) => one?.consent?.checked)).toEqual([true, true, false])
  })

  it('sends the same key from the form that a newer version of the page has brought meanwhile', async () => {
    attach(form())
    fill(goodValues)
    const first = await send(async () => {
      document.body.innerHTML = page
      attach(form())
      throw new TypeError('lost')
    })
    fill(goodValues)
    const second = await send()
    const keyOf = (fetched: typeof first) => fetched.mock.calls[0]?.[1].body.get('key')
    expect(keyOf(first)).toMatch(/^[\da-f]{32}$/)
    expect(keyOf(second)).toBe(keyOf(first))
    expect(new FormData(form()).get('key')).not.toBe(keyOf(first))
  })

  it('brings what was written along when its visitor comes to the form another way, and what he picked, not what a page chose for him', async () => {
    const visit = (from: string) => {
      history.replaceState(null, '', `/h5/en/contact${from}`)
      document.body.innerHTML = page
      attach(form())
      const {name, message, interest} = Object.fromEntries(new FormData(form()))
      return {name, message, interest: String(interest).split(' ')[0]}
    }
    visit('?from=/lims')
    fill({...goodValues, message: 'Half a message'})
    const written = {name: goodValues.name, message: 'Half a message'}
    expect(visit('?from=/about')).toEqual({...written, interest: ''})
    const select = form().querySelector('select')
    if (select) select.selectedIndex = 2
    expect(visit('?from=/lims')).toEqual({...written, interest: select?.value.split(' ')[0]})
    sessionStorage.setItem('demo-lims', 'The recap')
    expect(visit('?from=demo-lims').message).toBe('Half a message\n\nThe recap')
    fill(goodValues)
    await send()
    expect(visit('')).toEqual({name: '', message: '', interest: ''})
  })

  describe('in a page that is loaded anew', () => {
    const load = async (address = '') => {
      vi.resetModules()
      history.replaceState(null, '', `/h5/en/contact${address}`)
      document.body.innerHTML = page
      const loaded = await import('./attachForm')
      loaded.attach(form())
      const {name, message, interest, key} = Object.fromEntries(new FormData(form()))
      return {name, message, interest: String(interest).split(' ')[0], key}
    }
    const type = (message: string) => {
      fill({...goodValues, message})
      form().dispatchEvent(new Event('input'))
    }

    it('is what was typed and picked, not what another page chose, with the same key, until it is sent', async () => {
      const {key} = await load('?from=/lims')
      type('Half a message')
      const typed = {name: goodValues.name, message: 'Half a message', key}
      expect(await load('?from=/about')).toEqual({...typed, interest: ''})
      const select = form().querySelector('select')
      if (select) select.selectedIndex = 2
      form().dispatchEvent(new Event('input'))
      expect(await load('?from=/lims')).toEqual({...typed, interest: select?.value.split(' ')[0]})
      fill(goodValues)
      await send()
      const fresh = await load()
      expect(fresh).toEqual({name: '', message: '', interest: '', key: expect.not.stringContaining(String(key))})
    })

    it('is what was typed while another enquiry was sent', async () => {
      await load()
      type('The first')
      const {sent} = startSending()
      fill({...goodValues, message: 'The second'})
      await vi.runAllTimersAsync()
      await sent
      expect(location.hash).toBe('#received')
      expect(await load(location.hash)).toMatchObject({name: '', message: 'The second'})
      expect(await load()).toMatchObject({name: '', message: 'The second'})
    })

    it('is what was typed before the script was loaded', async () => {
      document.body.innerHTML = page
      fill({...goodValues, message: 'On a slow network'})
      vi.resetModules()
      const loaded = await import('./attachForm')
      loaded.attach(form())
      expect(await load()).toMatchObject({name: goodValues.name, message: 'On a slow network'})
    })

    it('is the recap of the demo, though nothing was typed', async () => {
      sessionStorage.setItem('demo-lims', 'The recap')
      await load('?from=demo-lims')
      expect(await load()).toMatchObject({message: 'The recap'})
    })

    it('is nothing of an enquiry that was received without the script', async () => {
      const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
      const post = async () => {
        vi.resetModules()
        const loaded = await import('./attachForm')
        document.body.innerHTML = page
        loaded.attach(form(), () => Promise.reject(new TypeError('lost')))
        type('Sent as without scripts')
        form().dispatchEvent(new SubmitEvent('submit', {cancelable: true}))
        await vi.runAllTimersAsync()
      }
      await post()
      expect(await load(), 'not received').toMatchObject({message: 'Sent as without scripts'})
      await post()
      expect(submit).toHaveBeenCalledTimes(2)
      await load('#received')
      expect(await load()).toMatchObject({name: '', message: ''})
    })

    it('is nothing that was sent from the form in the other language, which was only looked at', async () => {
      await load()
      type('Sent')
      const sender = form()
      const {sent} = startSending()
      document.body.innerHTML = page
      const {attach: attachSame} = await import('./attachForm')
      attachSame(form())
      expect(new FormData(form()).get('message')).toBe('Sent')
      document.body.innerHTML = ''
      await vi.runAllTimersAsync()
      await sent
      expect(sender.isConnected).toBe(false)
      expect(await load()).toMatchObject({name: '', message: ''})
    })

    it('is nothing after half a day', async () => {
      await load()
      type('Of yesterday')
      vi.setSystemTime(Date.now() + 13 * 3_600_000)
      expect(await load()).toMatchObject({name: '', message: ''})
    })

    it('is nothing where storage is blocked', async () => {
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
      expect(await load()).toMatchObject({name: '', message: ''})
    })
  })

  it('brings along what was written last, also after Back to an older form', () => {
    const visit = () => {
      const shown = Object.assign(document.createElement('div'), {innerHTML: page})
      document.body.replaceChildren(shown)
      attach(form())
      return shown
    }
    const older = visit()
    fill({...goodValues, message: 'First'})
    visit()
    fill({message: 'Second'})
    document.body.replaceChildren(older)
    fill({message: 'Third'})
    form().dispatchEvent(new Event('input'))
    visit()
    expect(new FormData(form()).get('message')).toBe('Third')
  })

  describe('on the way back to an older form, once a newer one with its text was sent,', () => {
    const visit = () => {
      const shown = Object.assign(document.createElement('div'), {innerHTML: page})
      document.body.replaceChildren(shown)
      attach(form())
      return shown
    }
    const back = (shown: Element) => {
      document.body.replaceChildren(shown)
      return Object.fromEntries(new FormData(form()))
    }

    it('shows nothing of it, nor of what it was before', async () => {
      const oldest = visit()
      fill({...goodValues, message: 'First'})
      const older = visit()
      fill({...goodValues, message: 'Second'})
      const newer = visit()
      await send()
      for (const shown of [oldest, older, newer]) {
        const {name, message, consent} = back(shown)
        expect({name, message, consent}).toEqual({name: '', message: '', consent: undefined})
      }
    })

    it('keeps what was written there since, as an enquiry of its own', async () => {
      const older = visit()
      fill({...goodValues, message: 'First'})
      const newer = visit()
      back(older)
      fill({...goodValues, message: 'Second'})
      form().dispatchEvent(new Event('input'))
      back(newer)
      const first = (await send()).mock.calls[0]?.[1].body
      expect(first?.get('message')).toBe('First')
      expect(back(older).message).toBe('Second')
      const second = (await send()).mock.calls[0]?.[1].body
      expect(second?.get('message')).toBe('Second')
      expect(second?.get('key')).not.toBe(first?.get('key'))
      expect([back(older).message, back(newer).message]).toEqual(['', ''])
    })
  })

  it('works where there is no secure context, and tells from which page whoever chose an interest came', () => {
    vi.stubGlobal('crypto', {getRandomValues: crypto.getRandomValues.bind(crypto)})
    history.replaceState(null, '', '/h5/en/contact?from=/about')
    const select = form().querySelector('select')
    if (select) select.selectedIndex = 2
    attach(form())
    expect(new FormData(form()).get('key')).toMatch(/^[\da-f]{32}$/)
    expect(new FormData(form()).get('page')).toBe('/about')
    vi.unstubAllGlobals()
  })

  it.each([
    ['/lims', 'LIMS · LIMS name'],
    ['/limsPages/record', 'record'],
    ['/limsPages/sample', 'LIMS · LIMS name'],
    ['demo-lims', 'LIMS · LIMS name'],
    ['/about', 'Not sure yet, let us talk first'],
  ])('chooses what fits the page from which the visitor came: %s', (from, chosen) => {
    history.replaceState(null, '', `/h5/en/contact?from=${from}`)
    attach(form())
    expect(form().querySelector('option:checked')?.textContent).toBe(chosen)
    expect(new FormData(form()).get('page')).toBe(from)
  })
})

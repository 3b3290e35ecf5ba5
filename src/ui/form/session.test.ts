import { set } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { day, money, requiredText } from '#kernel/model/field.ts'
import { FormSession, type Send, type Values } from './session.ts'

const schema = z.object({
  description: requiredText('Description', 50),
  on: day('On'),
  amount: money('Amount'),
  items: z.array(z.object({ text: requiredText('Text') })),
})
const start = { id: 1, version: 1, description: 'old', on: null, amount: null, items: [] }

/** Creates a session over a plain object, with a function that types a value. */
function openSession(
  options: { onSave?: Send; onSubmit?: Send; readOnly?: boolean; strict?: boolean } = {},
  from: Values = start,
) {
  const values: Values = structuredClone(from)
  const session = new FormSession(
    { read: () => values, write: (path, value) => void set(values, path, value) },
    () => ({ schema, ...options, readOnly: options.readOnly ?? false }),
  )
  const type = (path: string, value: unknown) => {
    set(values, path, value)
    session.noteChange(path)
  }
  return { session, values, type }
}

/** Creates a send function whose calls the test answers or refuses itself. */
function createSlowServer() {
  const calls: { values: Values; answer: (record: Values) => void; refuse: (error: unknown) => void }[] = []
  const send: Send = (values) =>
    new Promise((resolve, reject) => {
      calls.push({ values, answer: resolve, refuse: reject })
    })
  return { calls, send }
}

describe('save is lenient', () => {
  test('sends the values even with faults, and shows the time of the save', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send })
    type('description', null)
    expect(session.state.changed).toBe(true)
    const saved = session.save()
    calls[0]?.answer({ ...start, version: 2 })
    expect(await saved).toBe(true)
    expect(calls[0]?.values).toMatchObject({ description: null })
    expect(session.state).toMatchObject({
      changed: false,
      saving: false,
      status: expect.stringMatching(/^Saved \d/),
    })
  })

  test('a text that is not yet a date remains, has a fault, and counts as unsaved', async () => {
    const { calls, send } = createSlowServer()
    const { session, values, type } = openSession({ onSave: send })
    type('on', '02/31/2026')
    const saved = session.save()
    calls[0]?.answer({ ...start, on: null, version: 2 })
    await saved
    expect(calls[0]?.values).toMatchObject({ on: null })
    expect(values).toMatchObject({ on: '02/31/2026', version: 2 })
    expect(session.faults.at('on')).toBe('Enter a date as MM/DD/YYYY.')
    expect(session.state).toMatchObject({
      changed: true,
      status: expect.stringContaining('except 1 field to correct'),
    })
  })

  test('changes typed during a save remain, and ids and version of the answer are applied', async () => {
    const { calls, send } = createSlowServer()
    const { session, values, type } = openSession({ onSave: send })
    type('items', [{ id: 0, lineKey: 'k', text: 'a' }])
    const saved = session.save()
    type('items.0.text', 'b')
    calls[0]?.answer({ ...start, version: 2, items: [{ id: 77, text: 'a' }], answeredAlso: true })
    await saved
    expect(values).toEqual({ ...start, version: 2, items: [{ id: 77, lineKey: 'k', text: 'b' }] })
    expect(session.state.changed).toBe(true)
  })

  test('a second save waits for the first, and sends nothing if nothing changed since', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send })
    type('description', 'a')
    const saves = [session.save(), session.save()]
    expect(calls).toHaveLength(1)
    calls[0]?.answer({ ...start, description: 'a' })
    expect(await Promise.all(saves)).toEqual([true, true])
    expect(calls).toHaveLength(1)
  })

  test('a save during an import waits, and is then sent with the new version', async () => {
    const { calls, send } = createSlowServer()
    const { session, values, type } = openSession({ onSave: send })
    const importing = createSlowServer()
    const change = session.changeElsewhere(() => importing.send({}))
    type('description', 'a')
    const saved = session.save()
    expect(calls).toHaveLength(0)
    importing.calls[0]?.answer({ ...start, version: 2, amount: 5 })
    await change
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]?.values).toMatchObject({ version: 2, description: 'a', amount: 5 })
    calls[0]?.answer({ ...start, version: 3, description: 'a', amount: 5 })
    expect(await saved).toBe(true)
    expect(values).toMatchObject({ version: 3 })
  })

  test('a refused import throws, and a save that waited for it is sent', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send })
    const importing = createSlowServer()
    const change = session.changeElsewhere(() => importing.send({}))
    type('description', 'a')
    const saved = session.save()
    importing.calls[0]?.refuse(new Error('Too large'))
    await expect(change).rejects.toThrow('Too large')
    await expect.poll(() => calls.length).toBe(1)
    calls[0]?.answer({ ...start, version: 2, description: 'a' })
    expect(await saved).toBe(true)
  })

  test('after a refusal the values remain, and the server’s faults are shown until their field is changed', async () => {
    const { calls, send } = createSlowServer()
    const { session, values, type } = openSession({ onSave: send })
    type('amount', 5)
    const saved = session.save()
    calls[0]?.refuse(Object.assign(new Error('No.'), { faults: [{ field: 'amount', message: 'Too much.' }] }))
    expect(await saved).toBe(false)
    expect(session.state).toMatchObject({ changed: true, status: 'Not saved: No.', failures: 1 })
    expect(session.faults.at('amount')).toBe('Too much.')
    type('amount', 4)
    expect(session.faults.at('amount')).toBeUndefined()
    expect(values).toMatchObject({ amount: 4 })
  })

  test('a save nobody asked for leaves the focus alone', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send })
    type('amount', 5)
    const saved = session.save({ quiet: true })
    calls[0]?.refuse(new Error('Connection lost.'))
    await saved
    expect(session.state).toMatchObject({ failures: 0, status: 'Not saved: Connection lost.' })
    expect(session.faults.all()).toEqual([])
  })
})

describe('submit is strict', () => {
  test('VAL-01 shows all faults at once and sends nothing', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSubmit: send })
    type('description', null)
    type('on', 'soon')
    type('items', [{ id: 0, lineKey: 'k', text: '' }])
    expect(await session.submit()).toBe(false)
    expect(calls).toHaveLength(0)
    expect(session.faults.all().map((fault) => fault.field)).toEqual(['description', 'items.0.text', 'on'])
    expect(session.state).toMatchObject({ failures: 1, submitting: false })
  })

  test('faults disappear when they are corrected, and no new ones appear during typing', async () => {
    const { session, type } = openSession({ onSubmit: async () => undefined })
    type('description', null)
    await session.submit()
    type('on', 'soon')
    session.recheck()
    expect(session.faults.all().map((fault) => fault.field)).toEqual(['description'])
    type('description', 'x')
    session.recheck()
    expect(session.faults.all()).toEqual([])
  })

  test('cannot happen twice, and nothing is saved during it', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSubmit: send, onSave: send })
    type('description', 'new')
    const first = session.submit()
    expect(await session.submit()).toBe(false)
    expect(await session.save()).toBe(false)
    calls[0]?.answer({ ...start, version: 2 })
    expect(await first).toBe(true)
    expect(await session.submit()).toBe(false)
    expect(calls).toHaveLength(1)
    expect(session.state).toMatchObject({ changed: false, submitting: false })
  })

  test('waits for a running save', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSubmit: send, onSave: send })
    type('description', 'new')
    const saved = session.save()
    const submitted = session.submit()
    expect(calls).toHaveLength(1)
    calls[0]?.answer({ ...start, description: 'new', version: 2 })
    await saved
    await expect.poll(() => calls.length).toBe(2)
    expect(calls[1]?.values).toMatchObject({ version: 2 })
    calls[1]?.answer({ ...start, description: 'new', version: 3 })
    expect(await submitted).toBe(true)
  })

  test('asks for confirmation after the check, and sends nothing if it is declined', async () => {
    const { calls, send } = createSlowServer()
    const { session } = openSession({ onSubmit: send })
    expect(await session.submit(async () => false)).toBe(false)
    expect(calls).toHaveLength(0)
  })

  test('a refusal without fields is shown for the whole form', async () => {
    const { session } = openSession({ onSubmit: () => Promise.reject(new Error('Changed by Ann at 10:42.')) })
    await session.submit()
    expect(session.faults.all()).toMatchObject([{ field: '', message: 'Changed by Ann at 10:42.' }])
  })
})

describe('leaving a field', () => {
  test('shows faults of a typed value, but never that a value is missing', () => {
    const { session, type } = openSession()
    type('on', '02/31/2026')
    session.checkField('on')
    expect(session.faults.at('on')).toBe('Enter a date as MM/DD/YYYY.')
    type('description', null)
    session.checkField('description')
    expect(session.faults.at('description')).toBeUndefined()
  })
})

describe('a newer record from the server', () => {
  test('replaces the values if nothing was typed', () => {
    const { session, values } = openSession()
    session.receive({ ...start, description: 'by another', version: 2 })
    expect(values).toMatchObject({ description: 'by another', version: 2 })
    expect(session.state.changed).toBe(false)
  })

  test('waits for a decision if it conflicts with typed changes', () => {
    const { session, values, type } = openSession()
    type('description', 'mine')
    session.receive({ ...start, description: 'by another', version: 2 })
    expect(values).toMatchObject({ description: 'mine', version: 1 })
  })

  test('does not replace the values if it is older', async () => {
    const { session, values, type } = openSession({
      onSave: async () => ({ ...start, description: 'mine', version: 2 }),
    })
    type('description', 'mine')
    await session.save()
    session.receive(start)
    expect(values).toMatchObject({ description: 'mine', version: 2 })
  })

  test('is merged with changes typed after a save that returned nothing', async () => {
    const { session, values, type } = openSession({ onSave: async () => undefined })
    type('description', 'sent')
    await session.save()
    type('amount', 9)
    session.receive({ ...start, description: 'sent', version: 2 })
    expect(values).toMatchObject({ description: 'sent', amount: 9, version: 2 })
  })

  test('does not overwrite typed changes if it arrives during a save that is refused', async () => {
    const { calls, send } = createSlowServer()
    const { session, values, type } = openSession({ onSave: send })
    type('description', 'mine')
    const saved = session.save()
    session.receive({ ...start, description: 'by another', version: 2 })
    calls[0]?.refuse(new Error('No.'))
    await saved
    expect(values).toMatchObject({ description: 'mine', version: 1 })
  })
})

test('NAV-11 a read-only form neither saves nor submits', async () => {
  const { calls, send } = createSlowServer()
  const { session, type } = openSession({ onSave: send, onSubmit: send, readOnly: true })
  type('description', 'x')
  expect([await session.save(), await session.submit()]).toEqual([false, false])
  expect(calls).toHaveLength(0)
})

test('discarded changes do not count as unsaved', () => {
  const { session, type } = openSession()
  let settled = 0
  session.settled.on(() => {
    settled += 1
  })
  type('description', 'x')
  session.abandon()
  expect([session.state.changed, settled]).toEqual([false, 1])
})

describe('a strict form', () => {
  test('saves only valid values and shows all faults at once', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send, strict: true })
    type('description', '')
    type('on', '02/31/2026')
    expect(await session.save()).toBe(false)
    expect(calls).toHaveLength(0)
    expect(session.faults.all().map((fault) => fault.field)).toEqual(['description', 'on'])
    expect(session.state.failures).toBe(1)
    type('description', 'new')
    type('on', '2026-02-28')
    const saved = session.save()
    calls[0]?.answer({ ...start, description: 'new', on: '2026-02-28', version: 2 })
    expect([await saved, session.faults.all(), session.state.changed]).toEqual([true, [], false])
  })

  test('a save nobody asked for takes no focus away', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send, strict: true })
    type('description', '')
    expect(await session.save({ quiet: true })).toBe(false)
    expect([calls.length, session.state.failures]).toEqual([0, 0])
  })

  test('a refusal is shown at its field without repeating the label', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send, strict: true })
    type('description', 'taken')
    const saved = session.save()
    calls[0]?.refuse({
      message: 'There is a problem',
      faults: [{ field: 'description', message: 'Description: it is taken.' }],
    })
    expect(await saved).toBe(false)
    expect(session.faults.at('description')).toBe('It is taken.')
  })

  test('a field that the server names inside its request is no second field of the form', async () => {
    const { calls, send } = createSlowServer()
    const { session, type } = openSession({ onSave: send })
    type('amount', -1)
    const saved = session.save()
    calls[0]?.refuse({
      message: 'There is a problem',
      faults: [
        { field: 'request.amount', message: 'Enter 0 or more.' },
        { field: 'other.unknown', message: 'It is not stored.' },
      ],
    })
    expect(await saved).toBe(false)
    expect(session.faults.at('amount')).toBe('Enter 0 or more.')
    expect(session.faults.all().map(({ field }) => field)).toEqual(['amount', 'other.unknown'])
    type('amount', 1)
    expect(session.faults.at('amount')).toBeUndefined()
  })
})

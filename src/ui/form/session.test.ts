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

/** A session over a plain object, with the calls it made. */
function open(
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

/** A server that answers when told to. */
function slowServer() {
  const calls: { values: Values; answer: (record: Values) => void; refuse: (error: unknown) => void }[] = []
  const send: Send = (values) =>
    new Promise((resolve, reject) => {
      calls.push({ values, answer: resolve, refuse: reject })
    })
  return { calls, send }
}

describe('save is lenient', () => {
  test('sends what is there, faults and all, and says when', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send })
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

  test('what is no date yet stays on the screen, is told, and counts as unsaved', async () => {
    const { calls, send } = slowServer()
    const { session, values, type } = open({ onSave: send })
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

  test('what is typed while it is on its way stays, and ids and version arrive', async () => {
    const { calls, send } = slowServer()
    const { session, values, type } = open({ onSave: send })
    type('items', [{ id: 0, lineKey: 'k', text: 'a' }])
    const saved = session.save()
    type('items.0.text', 'b')
    calls[0]?.answer({ ...start, version: 2, items: [{ id: 77, text: 'a' }], answeredAlso: true })
    await saved
    expect(values).toEqual({ ...start, version: 2, items: [{ id: 77, lineKey: 'k', text: 'b' }] })
    expect(session.state.changed).toBe(true)
  })

  test('a second save waits for the first and sends only what changed since', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send })
    type('description', 'a')
    const saves = [session.save(), session.save()]
    expect(calls).toHaveLength(1)
    calls[0]?.answer({ ...start, description: 'a' })
    expect(await Promise.all(saves)).toEqual([true, true])
    expect(calls).toHaveLength(1)
  })

  test('a save asked for while an import changes the record waits, and is sent upon the new version', async () => {
    const { calls, send } = slowServer()
    const { session, values, type } = open({ onSave: send })
    const importing = slowServer()
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

  test('an import that is refused throws, and a save asked for meanwhile is sent', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send })
    const importing = slowServer()
    const change = session.changeElsewhere(() => importing.send({}))
    type('description', 'a')
    const saved = session.save()
    importing.calls[0]?.refuse(new Error('Too large'))
    await expect(change).rejects.toThrow('Too large')
    await expect.poll(() => calls.length).toBe(1)
    calls[0]?.answer({ ...start, version: 2, description: 'a' })
    expect(await saved).toBe(true)
  })

  test('a refusal keeps everything and shows the server’s faults until their field is changed', async () => {
    const { calls, send } = slowServer()
    const { session, values, type } = open({ onSave: send })
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
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send })
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
    const { calls, send } = slowServer()
    const { session, type } = open({ onSubmit: send })
    type('description', null)
    type('on', 'soon')
    type('items', [{ id: 0, lineKey: 'k', text: '' }])
    expect(await session.submit()).toBe(false)
    expect(calls).toHaveLength(0)
    expect(session.faults.all().map((fault) => fault.field)).toEqual(['description', 'items.0.text', 'on'])
    expect(session.state).toMatchObject({ failures: 1, submitting: false })
  })

  test('faults go as they are mended, and no new one appears while typing', async () => {
    const { session, type } = open({ onSubmit: async () => undefined })
    type('description', null)
    await session.submit()
    type('on', 'soon')
    session.recheck()
    expect(session.faults.all().map((fault) => fault.field)).toEqual(['description'])
    type('description', 'x')
    session.recheck()
    expect(session.faults.all()).toEqual([])
  })

  test('cannot happen twice, and nothing is saved meanwhile', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSubmit: send, onSave: send })
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

  test('waits for a save under way', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSubmit: send, onSave: send })
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

  test('asks after the check and before sending; no means no', async () => {
    const { calls, send } = slowServer()
    const { session } = open({ onSubmit: send })
    expect(await session.submit(async () => false)).toBe(false)
    expect(calls).toHaveLength(0)
  })

  test('a refusal without fields is told for the form as a whole', async () => {
    const { session } = open({ onSubmit: () => Promise.reject(new Error('Changed by Ann at 10:42.')) })
    await session.submit()
    expect(session.faults.all()).toMatchObject([{ field: '', message: 'Changed by Ann at 10:42.' }])
  })
})

describe('leaving a field', () => {
  test('tells what is wrong with what was typed, never that something is missing', () => {
    const { session, type } = open()
    type('on', '02/31/2026')
    session.checkField('on')
    expect(session.faults.at('on')).toBe('Enter a date as MM/DD/YYYY.')
    type('description', null)
    session.checkField('description')
    expect(session.faults.at('description')).toBeUndefined()
  })
})

describe('a newer record from the server', () => {
  test('is taken over when nothing was typed', () => {
    const { session, values } = open()
    session.receive({ ...start, description: 'by another', version: 2 })
    expect(values).toMatchObject({ description: 'by another', version: 2 })
    expect(session.state.changed).toBe(false)
  })

  test('waits when something was typed, so that the stale save is noticed', () => {
    const { session, values, type } = open()
    type('description', 'mine')
    session.receive({ ...start, description: 'by another', version: 2 })
    expect(values).toMatchObject({ description: 'mine', version: 1 })
  })

  test('an older version never comes back', async () => {
    const { session, values, type } = open({
      onSave: async () => ({ ...start, description: 'mine', version: 2 }),
    })
    type('description', 'mine')
    await session.save()
    session.receive(start)
    expect(values).toMatchObject({ description: 'mine', version: 2 })
  })

  test('after a save that answered nothing, what was typed since is kept', async () => {
    const { session, values, type } = open({ onSave: async () => undefined })
    type('description', 'sent')
    await session.save()
    type('amount', 9)
    session.receive({ ...start, description: 'sent', version: 2 })
    expect(values).toMatchObject({ description: 'sent', amount: 9, version: 2 })
  })

  test('that comes while a refused save is under way does not wipe out the typing', async () => {
    const { calls, send } = slowServer()
    const { session, values, type } = open({ onSave: send })
    type('description', 'mine')
    const saved = session.save()
    session.receive({ ...start, description: 'by another', version: 2 })
    calls[0]?.refuse(new Error('No.'))
    await saved
    expect(values).toMatchObject({ description: 'mine', version: 1 })
  })
})

test('NAV-11 a read-only form neither saves nor submits', async () => {
  const { calls, send } = slowServer()
  const { session, type } = open({ onSave: send, onSubmit: send, readOnly: true })
  type('description', 'x')
  expect([await session.save(), await session.submit()]).toEqual([false, false])
  expect(calls).toHaveLength(0)
})

test('giving up what was typed leaves nothing to guard', () => {
  const { session, type } = open()
  let settled = 0
  session.settled.on(() => {
    settled += 1
  })
  type('description', 'x')
  session.abandon()
  expect([session.state.changed, settled]).toEqual([false, 1])
})

describe('a strict form', () => {
  test('saves only what passes, all faults at once; nothing half typed is sent as nothing', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send, strict: true })
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
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send, strict: true })
    type('description', '')
    expect(await session.save({ quiet: true })).toBe(false)
    expect([calls.length, session.state.failures]).toEqual([0, 0])
  })

  test('a refusal stands at its field without the label that is there already', async () => {
    const { calls, send } = slowServer()
    const { session, type } = open({ onSave: send, strict: true })
    type('description', 'taken')
    const saved = session.save()
    calls[0]?.refuse({
      message: 'There is a problem',
      faults: [{ field: 'description', message: 'Description: it is taken.' }],
    })
    expect(await saved).toBe(false)
    expect(session.faults.at('description')).toBe('It is taken.')
  })
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { signedIn } from '../model/access.ts'
import { call } from '../model/call.ts'
import { money, text } from '../model/field.ts'
import type { Refusal } from '../model/refusals.ts'
import { shape } from './shape.ts'

const save = call({
  method: 'POST',
  path: '/api/Sample/Save',
  access: signedIn,
  body: z.object({ request: z.object({ note: text('Note') }), amount: money('Amount').optional() }),
  answer: z.object({ note: text('Note'), balance: z.number() }),
  summary: 'Sample',
})
const readInput = (body: object, storedRecord?: object | null) =>
  shape(save, { params: {}, query: {}, body }, storedRecord)
const findFaults = (body: object, storedRecord: object | null) => {
  try {
    return readInput(body, storedRecord).body
  } catch (error) {
    return (error as Refusal).faults
  }
}
const buildUnknownKeyFault = (field: string) => ({ field, message: `“${field}” is no field of this call.` })

test('client 1: a key that the call does not read is refused by its name, even if answers have that key', () => {
  expect(findFaults({ request: { note: 'x', Paid: 5, balance: 5 }, other: null }, null)).toEqual(
    ['request.Paid', 'request.balance', 'other'].map(buildUnknownKeyFault),
  )
})

test('client 1: a record sent back whole is accepted if its other fields repeat the stored values, and refused if one differs', () => {
  const storedRecord = { note: 'old', balance: 5, version: 3 }
  expect(readInput({ request: { note: 'x', balance: 5 } }).needsStanding).toBe(true)
  expect(readInput({ request: { note: 'x', balance: '5' } }, storedRecord).body).toEqual({
    request: { note: 'x' },
  })
  const message = '“request.balance” is not written by this call. Leave it out, or send it as it stands.'
  expect(findFaults({ request: { note: 'x', balance: 6 } }, storedRecord)).toEqual([
    { field: 'request.balance', message },
  ])
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { signedIn } from '../model/access.ts'
import { call } from '../model/call.ts'
import { money, text } from '../model/field.ts'
import { Refusal } from '../model/refusals.ts'
import { shape } from './shape.ts'

const save = call({
  method: 'POST',
  path: '/api/Sample/Save',
  access: signedIn,
  body: z.object({ request: z.object({ note: text('Note') }), amount: money('Amount').optional() }),
  answer: z.object({ note: text('Note'), balance: z.number() }),
  summary: 'Sample',
})
const shaped = (body: object) => shape(save, { params: {}, query: {}, body })

test('Trust 6.2: a key that a call neither takes nor answers is refused by its name; a record sent back whole is taken', () => {
  expect(shaped({ request: { note: 'x', balance: 5 } }).body).toEqual({ request: { note: 'x' } })
  const refused = () => shaped({ request: { note: 'x', Paid: 5 }, other: null })
  expect(refused).toThrow(Refusal)
  try {
    refused()
  } catch (error) {
    expect((error as Refusal).faults).toEqual([
      { field: 'request.Paid', message: '“request.Paid” is no field of this call.' },
      { field: 'other', message: '“other” is no field of this call.' },
    ])
  }
})

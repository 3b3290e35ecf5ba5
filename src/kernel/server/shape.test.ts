import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyone } from '../model/access.ts'
import { call } from '../model/call.ts'
import { money, percent, text } from '../model/field.ts'
import { Refusal } from '../model/refusals.ts'
import { shape } from './shape.ts'

const pay = call({
  method: 'POST',
  path: '/pay',
  access: anyone,
  body: z.object({
    amount: money('Amount claimed'),
    rate: percent('Rate').optional(),
    lines: z.array(z.object({ note: text('Note'), cost: money('Cost') })).optional(),
  }),
  answer: z.boolean(),
  summary: 'Test',
})

function readBody(body: unknown) {
  try {
    return shape(pay, { params: {}, query: {}, body }).body
  } catch (error) {
    if (error instanceof Refusal) return error.faults
    throw error
  }
}

describe('TRUST-1.8: amounts finer than a cent', () => {
  test.each([5.005, 0.001, '5.005', '$1,234.567', '(0.001)', -10.999])(
    '%j is refused with the name of its field',
    (amount) => {
      expect(readBody({ amount })).toEqual([
        { field: 'amount', message: 'Amount claimed: Enter dollars and whole cents, such as 1,234.56.' },
      ])
    },
  )
  test('an amount in a line is refused with the path of the line', () => {
    expect(
      readBody({
        amount: 1,
        lines: [
          { note: null, cost: 1.25 },
          { note: null, cost: 1.255 },
        ],
      }),
    ).toEqual([{ field: 'lines.1.cost', message: 'Cost: Enter dollars and whole cents, such as 1,234.56.' }])
  })
  test.each([5, 5.01, '5.10', '1,234.50', 0.1 + 0.2, 1_234_567.89, null])('%j is accepted', (amount) => {
    expect(readBody({ amount })).toMatchObject({
      amount: typeof amount === 'string' ? Number(amount.replace(',', '')) : amount,
    })
  })
  test('a percentage may have four decimals but not five', () => {
    expect(readBody({ amount: 1, rate: 1.2345 })).toMatchObject({ rate: 1.2345 })
    expect(readBody({ amount: 1, rate: 1.23456 })).toEqual([
      { field: 'rate', message: 'Rate: Enter at most four decimals, such as 5.1234.' },
    ])
  })
})

import { set } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addDays } from '#kernel/model/dates.ts'
import { day, money } from '#kernel/model/field.ts'
import { FormSession, type Values } from './session.ts'

test('a day that is none is told, though the rules reckon with days; so is a rule that breaks', async () => {
  const sent: Values[] = []
  const values: Values = { on: null, amount: null }
  const schema = z.object({ on: day('On'), amount: money('Amount') }).superRefine(({ on, amount }) => {
    if (on) addDays(on, 30)
    if (amount === 13) throw new RangeError('No such amount.')
  })
  const session = new FormSession(
    { read: () => values, write: (path, value) => void set(values, path, value) },
    () => ({
      schema,
      readOnly: false,
      onSubmit: async (all) => sent.push(all),
    }),
  )
  values.on = '10/32/2026'
  expect(await session.submit()).toBe(false)
  expect(session.faults.at('on')).toBe('Enter a date as MM/DD/YYYY.')
  values.on = '2026-10-03'
  values.amount = 13
  expect(await session.submit()).toBe(false)
  expect(session.faults.all()).toEqual([
    { origin: 'schema', field: '', message: expect.stringMatching(/^This form could not be checked/) },
  ])
  expect([session.state.failures, session.state.submitting, sent]).toEqual([2, false, []])
})

import { set } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addDays } from '#kernel/model/dates.ts'
import { day, money } from '#kernel/model/field.ts'
import { FormSession, type Values } from './session.ts'

test('an invalid day is reported even if the rules compute with days, and so is a rule that throws', async () => {
  const submittedValues: Values[] = []
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
      onSubmit: async (all) => submittedValues.push(all),
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
  expect([session.state.failures, session.state.submitting, submittedValues]).toEqual([2, false, []])
})

test('a newer version is merged with typed changes, and conflicts wait for a decision', () => {
  const schema = z.object({ on: day('On'), amount: money('Amount') })
  const values: Values = { on: null, amount: 1, version: 1 }
  const write = (path: string, value: unknown) => void set(values, path, value)
  const session = new FormSession({ read: () => values, write }, () => ({ schema, readOnly: false }))
  const type = (amount: number) => {
    values.amount = amount
    session.noteChange('amount')
  }
  type(2)
  session.receive({ on: '2026-10-03', amount: 1, version: 2 })
  expect(values).toEqual({ on: '2026-10-03', amount: 2, version: 2 })
  session.receive({ on: null, amount: 3, version: 3 })
  expect(session.conflicts()).toEqual([{ path: 'amount', mine: 2, theirs: 3 }])
  expect(values).toEqual({ on: '2026-10-03', amount: 2, version: 2 })
  session.takeNewer('mine')
  expect(values).toEqual({ on: null, amount: 2, version: 3 })
  session.receive({ on: null, amount: 4, version: 4 })
  session.takeNewer('theirs')
  expect(values).toEqual({ on: null, amount: 4, version: 4 })
  expect(session.state).toMatchObject({ changed: false, newer: null })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getCrumbs } from '#review/web/index.ts'
import { months } from '../model/months.ts'
import { quarters } from '../model/quarters.ts'

test('a month and a quarter that are not begun lead back as their records do: to all, then to those of the property', () => {
  const property = { subject: 'Maple Grove', propertyId: 7 }
  const own = { label: 'Maple Grove', to: '/TCAPList/7' }
  expect(getCrumbs(months, property)).toEqual([{ label: 'TCAP months', to: '/TCAPListAdmin' }, own])
  expect(getCrumbs(quarters, property)).toEqual([{ label: 'TCAP quarters', to: '/TCAPListAdmin' }, own])
  for (const name of ['Month', 'Quarter', 'InProgram'])
    expect(readFileSync(`${import.meta.dirname}/${name}.tsx`, 'utf8')).toContain('breadcrumbs={getCrumbs(')
})

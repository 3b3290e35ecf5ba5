import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getCrumbs } from '#engines/review/web/index.ts'
import { months } from '../model/months.ts'
import { quarters } from '../model/quarters.ts'

test('the breadcrumbs of a month or quarter that is not begun lead to all of them, then to those of the property', () => {
  const property = { subject: 'Maple Grove', propertyId: 7 }
  const propertyCrumb = { label: 'Maple Grove', to: '/TCAPList/7' }
  expect(getCrumbs(months, property)).toEqual([{ label: 'TCAP months', to: '/TCAPListAdmin' }, propertyCrumb])
  expect(getCrumbs(quarters, property)).toEqual([
    { label: 'TCAP quarters', to: '/TCAPListAdmin' },
    propertyCrumb,
  ])
  for (const name of ['Month', 'Quarter', 'InProgram'])
    expect(readFileSync(`${import.meta.dirname}/${name}.tsx`, 'utf8')).toContain('breadcrumbs={getCrumbs(')
})

import { describe, expect, test } from 'vitest'
import { noValues } from '#core/portfolio/contacts/model/index.ts'
import { type CheckedLine, getRequestFaults, type RequestFacts } from './rules.ts'

describe('submission', () => {
  const values = { ...noValues, name: 'New Manager', email: 'new@one.example' }
  const line: CheckedLine = {
    kind: 'Add',
    contactTypeId: 3,
    contactId: null,
    oldValues: null,
    newValues: values,
    effectiveDate: '2026-12-01',
  }
  const filed = { managementCompanyId: null, contacts: [], files: [], zipStates: {} }
  const fields = (lines: CheckedLine[], more: Partial<RequestFacts> = {}, reason = 'New') =>
    getRequestFaults({ reason, lines }, { ...filed, ...more }).map((fault) => fault.field)

  test('a complete addition has no faults', () => expect(fields([line])).toEqual([]))
  test('a request without reason and lines has both faults at once', () =>
    expect(fields([], {}, ' ')).toEqual(['reason', 'lines']))
  test('a line needs an effective date and a name', () =>
    expect(fields([{ ...line, newValues: null, effectiveDate: null }])).toEqual([
      'lines.0.effectiveDate',
      'lines.0.newValues.name',
    ]))
  test('a change without a changed value is a fault', () =>
    expect(fields([{ ...line, kind: 'Change', contactId: 7, oldValues: values }])).toEqual([
      'lines.0.newValues.name',
    ]))
  test('an end needs a contact', () =>
    expect(fields([{ ...line, kind: 'End', newValues: null }])).toEqual(['lines.0.contactId']))
  test('a second change of the same contact and type is a fault', () => {
    const end: CheckedLine = { ...line, kind: 'End', contactId: 7, newValues: null }
    expect(fields([end, end])).toEqual(['lines.1.contactId'])
  })
  test('adding a person who already is a contact of the type is a fault', () =>
    expect(fields([line], { contacts: [{ ...values, contactId: 9, contactTypeId: 3 }] })).toEqual([
      'lines.0.newValues.name',
    ]))
  test('GP and LP changes need documents, and requests about a company cannot have them', () => {
    const owners = [{ ...line, contactTypeId: 1 }]
    expect(fields(owners)).toEqual(['documents'])
    expect(fields(owners, { files: [{}] })).toEqual([])
    expect(fields(owners, { managementCompanyId: 1 })).toEqual(['lines.0.contactTypeId'])
  })
})

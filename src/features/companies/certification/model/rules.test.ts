import { describe, expect, test } from 'vitest'
import { completeApplication } from '#tests/matrix/seeders/certification.ts'
import type { ApplicationContent } from './entities.ts'
import { getApplicationFaults, getReviewFaults } from './rules.ts'
import { requiredDocuments } from './terms.ts'

const around = { today: '2026-11-16', documents: requiredDocuments, properties: [1, 2] }
const completeContent = completeApplication('Maple', 1) as ApplicationContent
const findFaults = (change: Partial<ApplicationContent>, surroundings: Partial<typeof around> = {}) =>
  getApplicationFaults({ ...completeContent, ...change }, { ...around, ...surroundings }).map(
    (fault) => fault.field,
  )

describe('submission', () => {
  test('a complete application has no faults', () => expect(findFaults({})).toEqual([]))

  test.each<[string, Partial<ApplicationContent>, string[]]>([
    ['legal name missing', { legalName: ' ' }, ['legalName']],
    ['number of eight digits', { ein: '12-345678' }, ['ein']],
    ['zero is an answer, empty is not', { overdueStatements: null, siteStaff: 0 }, ['overdueStatements']],
    ['nobody for compliance', { complianceStaff: 0 }, ['complianceStaff']],
    ['no principal', { principals: [] }, ['principals']],
    [
      'more than the whole is owned',
      { principals: [1, 2].map((n) => ({ name: `P${n}`, title: 'T', ownership: 50.0001 })) },
      ['principals'],
    ],
    [
      'one reference',
      { companyReferences: completeContent.companyReferences.slice(1) },
      ['companyReferences'],
    ],
    ['no bond', { insurance: completeContent.insurance.slice(0, 1) }, ['insurance']],
    [
      'policy over since yesterday',
      { insurance: completeContent.insurance.map((item) => ({ ...item, expiresOn: '2026-11-15' })) },
      ['insurance.0.expiresOn', 'insurance.1.expiresOn'],
    ],
    ['lawsuit not answered', { hasLitigation: null }, ['hasLitigation']],
    ['lawsuit not explained', { hasLitigation: true }, ['litigationExplanation']],
    ['interest neither named nor denied', { identityOfInterest: [] }, ['noIdentityOfInterest']],
    ['interest named and denied', { noIdentityOfInterest: true }, ['noIdentityOfInterest']],
    ['no property', { requestedProperties: [] }, ['requestedProperties']],
    [
      'a property twice, and one of another company',
      { requestedProperties: [1, 1, 4].map((propertyId) => ({ propertyId, feePerUnit: 40 })) },
      ['requestedProperties.1.propertyId', 'requestedProperties.2.propertyId'],
    ],
    ['not certified', { certified: false }, ['certified']],
    ['empty cell', { licences: [{ ...completeContent.licences[0]!, state: null }] }, ['licences.0.state']],
  ])('%s', (_, change, fields) => expect(findFaults(change)).toEqual(fields))

  test('a policy is valid on its last day', () =>
    expect(
      findFaults({
        insurance: completeContent.insurance.map((item) => ({ ...item, expiresOn: '2026-11-16' })),
      }),
    ).toEqual([]))

  test('each missing document has a fault with its own field', () =>
    expect(findFaults({}, { documents: ['Exhibit A-5'] })).toEqual([
      'documents.Fairhousingpolicy',
      'documents.Certificateofinsurance',
      'documents.Fidelitybond',
    ]))
})

describe('recommendation', () => {
  const row = { recommendation: 'Certify' as const, recommendationComment: null, termMonths: 24 }
  const fields = (change: Partial<Parameters<typeof getReviewFaults>[0]>, total: number | null) =>
    getReviewFaults({ ...row, ...change }, { total, passMark: 70, parts: [{ weight: 1, mark: total }] }).map(
      (fault) => fault.field,
    )

  test.each<[string, Partial<Parameters<typeof getReviewFaults>[0]>, number | null, string[]]>([
    ['above the pass mark', {}, 70, []],
    ['a mark is missing', {}, null, ['score']],
    ['below the pass mark without grounds', {}, 69.9, ['recommendationComment']],
    ['below the pass mark with grounds', { recommendationComment: 'New management' }, 69.9, []],
    ['rejection without grounds', { recommendation: 'Reject' }, 90, ['recommendationComment']],
    [
      'rejection needs no term',
      { recommendation: 'Reject', recommendationComment: 'Debarred', termMonths: null },
      90,
      [],
    ],
    ['certification without a term', { termMonths: null }, 90, ['termMonths']],
    ['nothing recommended', { recommendation: null }, 90, ['recommendation']],
  ])('%s', (_, change, total, expected) => expect(fields(change, total)).toEqual(expected))
})

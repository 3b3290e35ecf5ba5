import { documentTypes } from '#features/companies/certification/model/terms.ts'
import type { Seeder } from '../seeders.ts'

/** The fields of a complete application of a company of the fixture. `marker` occurs in every text. */
export const completeApplication = (marker: string, propertyId: number) => ({
  legalName: `${marker} Management LLC`,
  ein: '12-3456789',
  yearsInBusiness: 20,
  statesServed: `MO ${marker}`,
  principals: [{ name: `${marker} Principal`, title: `${marker} President`, ownership: 100 }],
  portfolio: [{ programme: 'Low-income housing tax credit', properties: 2, units: 68 }],
  licences: [
    {
      kind: 'Real-estate broker',
      licenceNumber: `${marker}-1`,
      state: 'MO',
      holder: `${marker} Broker`,
      expiresOn: '2099-12-31',
    },
  ],
  insurance: [
    {
      kind: 'General liability',
      carrier: `${marker} Mutual`,
      policyNumber: `${marker}-2`,
      amount: 1_000_000,
      expiresOn: '2099-12-31',
    },
    {
      kind: 'Fidelity bond',
      carrier: `${marker} Surety`,
      policyNumber: `${marker}-3`,
      amount: 250_000.5,
      expiresOn: '2099-12-31',
    },
  ],
  siteStaff: 6,
  complianceStaff: 2,
  unitsManaged: 68,
  designations: [{ designation: 'HCCP', holders: 2, latestOn: '2025-05-01' }],
  occupancyPercent: 96.5,
  averageInspectionScore: 88,
  overdueStatements: 0,
  hasLitigation: false,
  litigationExplanation: null,
  hasDebarment: true,
  debarmentExplanation: `${marker} was suspended for a month in 2001.`,
  companyReferences: [
    { organisation: `${marker} Bank`, relationship: 'Lender', phone: '(573) 555-0101', email: null },
    { organisation: `${marker} Partners`, relationship: 'Owner', phone: '(573) 555-0102', email: null },
  ],
  fairHousingPolicy: `${marker} trains its staff every year.`,
  software: `${marker} Ledger`,
  requestedProperties: [{ propertyId, feePerUnit: 45 }],
  identityOfInterest: [
    { company: `${marker} Maintenance`, relationship: 'Same owner', services: `${marker} repairs` },
  ],
  noIdentityOfInterest: false,
  certified: true,
  signedName: `${marker} Signer`,
  signedTitle: 'President',
})

const toColumnName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Seeds a complete, reviewed application of the company with every kind of document. */
export const seed: Seeder = async (owner, { propertyId, companyId, marker }) => {
  const content = {
    ...completeApplication(marker, propertyId),
    managementCompanyId: companyId,
    occupancyMark: 90,
    inspectionMark: 90,
    timelinessMark: 90,
    financialMark: 90,
    trainingMark: 90,
    recommendation: 'Certify',
    recommendationComment: `${marker} grounds`,
    agencyComments: `${marker} notes`,
    termMonths: 24,
    createdBy: 4,
    submittedById: 4,
    submitted: '2026-01-15T15:00:00Z',
  }
  const names = Object.keys(content).map(toColumnName)
  const values = Object.values(content).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
  const added = await owner.query<{ id: number }>(
    `insert into management_company_asset_certification (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
      returning management_company_asset_certification_id as id`,
    values,
  )
  const { id } = added.rows[0]!
  await owner.query(
    `insert into file (management_company_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
      select $1, 'Certification', $2, kind, $3 || ' ' || kind, $3 || '.pdf', 'application/pdf', 100, (select min(content_hash) from file), 4
      from unnest($4::text[]) as kind`,
    [companyId, id, marker, documentTypes],
  )
  await owner.query(
    `insert into status_history (entity, row_id, to_status_id, action, reason, user_id, at)
      values ('ManagementCompanyAssetCertification', $1, 1, 'create', $2 || ' reason', 4, now() - interval '1 day')`,
    [id, marker],
  )
}

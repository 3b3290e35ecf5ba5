import type { ReviewedRow } from '#engines/review/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { ApplicationContent, ManagementCompanyAssetCertification } from './entities.ts'
import { reachesPassMark } from './score.ts'
import { type DocumentType, requiredDocuments, requiredInsurance } from './terms.ts'

/** A record of an application. */
export type ApplicationRow = ReviewedRow<typeof ManagementCompanyAssetCertification>
type ApplicationFacts = {
  today: string
  documents: readonly string[]
  /** The ids of the properties that the company may name. */
  properties: readonly number[]
}

/** The minimum number of references of an application. */
const MIN_REFERENCES = 2

const requiredFields = [
  'legalName',
  'ein',
  'yearsInBusiness',
  'statesServed',
  'siteStaff',
  'complianceStaff',
  'unitsManaged',
  'occupancyPercent',
  'averageInspectionScore',
  'overdueStatements',
  'hasLitigation',
  'hasDebarment',
  'fairHousingPolicy',
  'software',
  'signedName',
  'signedTitle',
] as const

/** The required cells of a line, by list. */
const requiredCells = {
  principals: ['name', 'title', 'ownership'],
  portfolio: ['programme', 'properties', 'units'],
  licences: ['kind', 'licenceNumber', 'state', 'expiresOn'],
  insurance: ['kind', 'carrier', 'policyNumber', 'amount', 'expiresOn'],
  designations: ['designation', 'holders'],
  companyReferences: ['organisation', 'phone'],
  requestedProperties: ['propertyId', 'feePerUnit'],
  identityOfInterest: ['company', 'relationship', 'services'],
} as const

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/**
 * Returns all faults that prevent an application from being submitted, each with its field. The browser runs
 * the same rules.
 */
export function getApplicationFaults(content: ApplicationContent, around: ApplicationFacts): Fault[] {
  return [
    ...requiredFields.filter((name) => isEmpty(content[name])).map((field) => ({ field, message: REQUIRED })),
    ...getCellFaults(content),
    ...getProfileFaults(content),
    ...getCoverFaults(content, around.today),
    ...getIntegrityFaults(content),
    ...getPropertyFaults(content, around.properties),
    ...requiredDocuments
      .filter((kind) => !around.documents.includes(kind))
      .map((kind) => ({ field: `documents.${getDocumentField(kind)}`, message: 'Attach this document.' })),
    ...(content.certified
      ? []
      : [{ field: 'certified', message: 'Make the pledges before you submit the application.' }]),
  ]
}

/** Returns the field name for the fault of a missing document, which is its place in the form. */
export const getDocumentField = (kind: DocumentType): string => kind.replaceAll(/[^A-Za-z0-9]/g, '')

function getCellFaults(content: ApplicationContent): Fault[] {
  return Object.entries(requiredCells).flatMap(([list, cells]) =>
    content[list as keyof typeof requiredCells].flatMap((line, index) =>
      cells
        .filter((cell) => isEmpty((line as Record<string, unknown>)[cell]))
        .map((cell) => ({ field: `${list}.${index}.${cell}`, message: REQUIRED })),
    ),
  )
}

function getProfileFaults(content: ApplicationContent): Fault[] {
  const faults: Fault[] = []
  const { ein, principals, portfolio, companyReferences, unitsManaged, complianceStaff } = content
  if (ein && !/^\d{2}-?\d{7}$/.test(ein.trim()))
    faults.push({ field: 'ein', message: 'Enter the nine digits of the number, as 12-3456789.' })
  if (principals.length === 0)
    faults.push({ field: 'principals', message: 'Name at least one principal or owner.' })
  const shares = principals.reduce((sum, item) => sum + Math.round((item.ownership ?? 0) * 10_000), 0)
  if (shares > 1_000_000)
    faults.push({ field: 'principals', message: 'The shares of ownership come to more than 100%.' })
  if (portfolio.length === 0)
    faults.push({ field: 'portfolio', message: 'List what you manage, program by program.' })
  if (companyReferences.length < MIN_REFERENCES)
    faults.push({ field: 'companyReferences', message: `Name at least ${MIN_REFERENCES} references.` })
  if ((unitsManaged ?? 0) > 0 && complianceStaff === 0)
    faults.push({
      field: 'complianceStaff',
      message: 'Affordable units need at least one person for compliance.',
    })
  return faults
}

function getCoverFaults(content: ApplicationContent, today: string): Fault[] {
  const over = (list: 'licences' | 'insurance', noun: string): Fault[] =>
    content[list].flatMap(({ expiresOn }, index) =>
      expiresOn && expiresOn < today
        ? [{ field: `${list}.${index}.expiresOn`, message: `This ${noun} has expired.` }]
        : [],
    )
  return [
    ...(content.licences.length === 0 ? [{ field: 'licences', message: 'Name at least one license.' }] : []),
    ...over('licences', 'license'),
    ...requiredInsurance
      .filter((kind) => !content.insurance.some((policy) => policy.kind === kind))
      .map((kind) => ({ field: 'insurance', message: `Name the policy: ${kind}.` })),
    ...over('insurance', 'policy'),
  ]
}

function getIntegrityFaults(content: ApplicationContent): Fault[] {
  const explained = (
    yes: boolean | null,
    field: 'litigationExplanation' | 'debarmentExplanation',
  ): Fault[] => (yes && isEmpty(content[field]) ? [{ field, message: REQUIRED }] : [])
  const none = content.identityOfInterest.length === 0
  const interest =
    none === content.noIdentityOfInterest
      ? []
      : [
          {
            field: 'noIdentityOfInterest',
            message: none
              ? 'Name the companies with an identity of interest, or check that there is none.'
              : 'Companies are named above; clear this mark.',
          },
        ]
  return [
    ...explained(content.hasLitigation, 'litigationExplanation'),
    ...explained(content.hasDebarment, 'debarmentExplanation'),
    ...interest,
  ]
}

function getPropertyFaults({ requestedProperties }: ApplicationContent, open: readonly number[]): Fault[] {
  const selected = requestedProperties.map((line) => line.propertyId)
  const faults = requestedProperties.flatMap(({ propertyId, feePerUnit }, index): Fault[] => [
    ...(propertyId && !open.includes(propertyId)
      ? [
          {
            field: `requestedProperties.${index}.propertyId`,
            message: 'This property is not run by the company.',
          },
        ]
      : []),
    ...(propertyId && selected.indexOf(propertyId) < index
      ? [
          {
            field: `requestedProperties.${index}.propertyId`,
            message: 'This property is in the list already.',
          },
        ]
      : []),
    ...(feePerUnit !== null && feePerUnit < 0
      ? [{ field: `requestedProperties.${index}.feePerUnit`, message: 'Enter 0 or more.' }]
      : []),
  ])
  if (requestedProperties.length === 0)
    faults.push({ field: 'requestedProperties', message: 'Choose at least one property.' })
  return faults
}

type ReviewFields = Pick<ApplicationRow, 'recommendation' | 'recommendationComment' | 'termMonths'>

type ScoreState = Parameters<typeof reachesPassMark>[1] & { passMark: number }

/**
 * Returns the faults that prevent passing an application on to a manager. The score is complete if its total
 * is not null.
 */
export function getReviewFaults(row: ReviewFields, scoreState: ScoreState | null): Fault[] {
  const faults: Fault[] = []
  const passes = scoreState && reachesPassMark(scoreState.passMark, scoreState)
  if (passes === null) faults.push({ field: 'score', message: 'Score: give every part its mark.' })
  if (!row.recommendation) faults.push({ field: 'recommendation', message: `Recommendation: ${REQUIRED}` })
  const against = row.recommendation === 'Reject' || passes === false
  if (row.recommendation && against && isEmpty(row.recommendationComment))
    faults.push({
      field: 'recommendationComment',
      message:
        row.recommendation === 'Reject'
          ? 'Inputs for the recommendation: say why it should be rejected.'
          : `Inputs for the recommendation: the score is below ${scoreState?.passMark}; say why it should be certified all the same.`,
    })
  if (row.recommendation === 'Certify') faults.push(...getTermFaults(row))
  return faults
}

/** Returns the fault of a certification without a term. */
export const getTermFaults = ({ termMonths }: Pick<ApplicationRow, 'termMonths'>): Fault[] =>
  termMonths ? [] : [{ field: 'termMonths', message: `Term in months: ${REQUIRED}` }]

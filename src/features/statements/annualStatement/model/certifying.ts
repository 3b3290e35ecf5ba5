import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { CertifierRole } from './entities.ts'
import type { Certified } from './worksheet.ts'

/**
 * The certification texts by version. A text that a person certified never changes; a new wording gets a
 * new version. Domain 4.12.
 */
const texts: Readonly<Record<number, string>> = {
  1: 'I certify that I have examined this annual financial statement and its schedules and that, to the best of my knowledge and belief, they are complete and accurate. Goods and services of related parties cost no more than they would on the open market.',
}
/** The version of the text that new certifications use. */
export const textVersion = 1
export const certificationText = (version: number): string => texts[version] ?? ''

/** The field of a statement that names its certification in a role. */
export const certificationField = {
  Owner: 'ownerCertificationId',
  'Managing agent': 'agentCertificationId',
} as const satisfies Record<CertifierRole, string>

/** The values that a certifier enters. */
export type CertificationInput = {
  role: CertifierRole | null
  title: string | null
  signature: string | null
  name: string
}

const normalizeText = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ').toLowerCase()

/** CRT-1: a certifier must give a role, a title, and their own name typed as signature. */
export function findSigningFaults({ role, title, signature, name }: CertificationInput): Fault[] {
  const fault = (field: string, message: string): Fault[] => [{ field, message }]
  return [
    ...(role ? [] : fault('role', REQUIRED)),
    ...(title?.trim() ? [] : fault('title', REQUIRED)),
    ...(normalizeText(signature) === '' ? fault('signature', REQUIRED) : []),
    ...(normalizeText(signature) !== '' && normalizeText(signature) !== normalizeText(name)
      ? fault('signature', `Type your name as shown: ${name}.`)
      : []),
  ]
}

/**
 * CRT-2: each role certifies once, and from two accounts. A manager of their own property certifies in both
 * roles.
 */
export function findCertifierFaults(
  { role, userId }: { role: CertifierRole | null; userId: number },
  { certifications, ownerManaged }: { certifications: readonly Certified[]; ownerManaged: boolean },
): Fault[] {
  const certification = certifications.find((item) => item.role === role)
  if (certification)
    return [
      {
        field: 'role',
        message: `${certification.name} has certified as ${certification.role.toLowerCase()} already.`,
      },
    ]
  if (!ownerManaged && certifications.some((item) => item.userId === userId))
    return [
      {
        field: '',
        message: 'You have certified it already. The other certification comes from another account.',
      },
    ]
  return []
}

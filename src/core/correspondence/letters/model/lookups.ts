import type { LetterContact, LetterData, LetterManagementCompany, LetterProperty } from './letter.ts'

type Text = string | null | undefined

/** The answer of the contact lookup, with the letter's field names or the contact's own. */
export interface ContactAnswer extends LetterContact {
  readonly name?: Text
  readonly address1?: Text
  readonly address2?: Text
  readonly city?: Text
  readonly state?: Text
  readonly zip?: Text
}

/** The answer of the project information lookup. */
export interface ProjectAnswer {
  readonly propertyName?: Text
  readonly propertyNumber?: Text
}

/** The answer of the management company lookup, with the letter's field names or the company's own. */
export interface ManagementCompanyAnswer extends LetterManagementCompany {
  readonly name?: Text
  readonly address?: Text
  readonly city?: Text
  readonly state?: Text
  readonly zip?: Text
}

/** The three lookups of a letter. Each returns null if there is no such record. */
export interface LetterLookups {
  readonly contact: (id: number) => Promise<ContactAnswer | null>
  readonly project: (id: number) => Promise<ProjectAnswer | null>
  readonly managementCompany: (id: number) => Promise<ManagementCompanyAnswer | null>
}

/** The ids of the records in a letter. They come from routes and records, so they may be text or missing. */
export interface LetterIdentifiers {
  readonly contactId?: number | string | null
  readonly projectId?: number | string | null
  readonly managementCompanyId?: number | string | null
}

/** The results of the lookups. A part that was not looked up or not found is left out. */
export interface LetterParts extends Pick<LetterData, 'contact' | 'managementCompany'> {
  readonly property?: LetterProperty
}

/** Returns the id as a number if it is above 0, else undefined, so that no lookup runs (LET-32). */
const parseId = (id: number | string | null | undefined): number | undefined => {
  const number = Number(id ?? 0)
  return number > 0 ? number : undefined
}

const buildContact = (answer: ContactAnswer): LetterContact => ({
  conName: answer.conName ?? answer.name,
  conAddress1: answer.conAddress1 ?? answer.address1,
  conAddress2: answer.conAddress2 ?? answer.address2,
  conCity: answer.conCity ?? answer.city,
  conState: answer.conState ?? answer.state,
  conZip: answer.conZip ?? answer.zip,
})

const buildManagementCompany = (answer: ManagementCompanyAnswer): LetterManagementCompany => ({
  mgmtcoName: answer.mgmtcoName ?? answer.name,
  mgmtcoAddress: answer.mgmtcoAddress ?? answer.address,
  mgmtcoCity: answer.mgmtcoCity ?? answer.city,
  mgmtcoState: answer.mgmtcoState ?? answer.state,
  mgmtcoZip: answer.mgmtcoZip ?? answer.zip,
})

const buildProperty = (answer: ProjectAnswer): LetterProperty => ({
  propertyName: answer.propertyName ?? '',
  propertyNumber: answer.propertyNumber ?? '',
})

/**
 * Loads the parts of a letter: contact, project information and management company, one after another
 * (LET-31), each only with an id above 0 (LET-32). If a lookup fails, it rejects and later ones do not run.
 */
export async function loadLetterParts(ids: LetterIdentifiers, lookups: LetterLookups): Promise<LetterParts> {
  const contactId = parseId(ids.contactId)
  const projectId = parseId(ids.projectId)
  const managementCompanyId = parseId(ids.managementCompanyId)
  const contact = contactId && (await lookups.contact(contactId))
  const project = projectId && (await lookups.project(projectId))
  const company = managementCompanyId && (await lookups.managementCompany(managementCompanyId))
  return {
    ...(contact ? { contact: buildContact(contact) } : {}),
    ...(project ? { property: buildProperty(project) } : {}),
    ...(company ? { managementCompany: buildManagementCompany(company) } : {}),
  }
}

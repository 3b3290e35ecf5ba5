import type { LetterContact, LetterData, LetterManagementCompany, LetterProperty } from './letter.ts'

type Text = string | null | undefined

/** Body of the contact lookup: the letter's names, or the contact's own names. */
export interface ContactAnswer extends LetterContact {
  readonly name?: Text
  readonly address1?: Text
  readonly address2?: Text
  readonly city?: Text
  readonly state?: Text
  readonly zip?: Text
}

/** Body of the project information lookup. */
export interface ProjectAnswer {
  readonly propertyName?: Text
  readonly propertyNumber?: Text
}

/** Body of the management company lookup: the letter's names, or the company's own names. */
export interface ManagementCompanyAnswer extends LetterManagementCompany {
  readonly name?: Text
  readonly address?: Text
  readonly city?: Text
  readonly state?: Text
  readonly zip?: Text
}

/** The three lookups; each answers with the body of the response, or null when there is no such record. */
export interface LetterLookups {
  readonly contact: (id: number) => Promise<ContactAnswer | null>
  readonly project: (id: number) => Promise<ProjectAnswer | null>
  readonly managementCompany: (id: number) => Promise<ManagementCompanyAnswer | null>
}

/** Whose letter it is. Identifiers come from routes and records, so text, empty and missing are met. */
export interface LetterIdentifiers {
  readonly contactId?: number | string | null
  readonly projectId?: number | string | null
  readonly managementCompanyId?: number | string | null
}

/** The results of the lookups. A part that was not looked up or not found is left out. */
export interface LetterParts extends Pick<LetterData, 'contact' | 'managementCompany'> {
  readonly property?: LetterProperty
}

/** A lookup runs only with an identifier above 0 (LET-32); an empty text counts as none. */
const usable = (id: number | string | null | undefined): number | undefined => {
  const number = Number(id ?? 0)
  return number > 0 ? number : undefined
}

const contactPart = (answer: ContactAnswer): LetterContact => ({
  conName: answer.conName ?? answer.name,
  conAddress1: answer.conAddress1 ?? answer.address1,
  conAddress2: answer.conAddress2 ?? answer.address2,
  conCity: answer.conCity ?? answer.city,
  conState: answer.conState ?? answer.state,
  conZip: answer.conZip ?? answer.zip,
})

const managementCompanyPart = (answer: ManagementCompanyAnswer): LetterManagementCompany => ({
  mgmtcoName: answer.mgmtcoName ?? answer.name,
  mgmtcoAddress: answer.mgmtcoAddress ?? answer.address,
  mgmtcoCity: answer.mgmtcoCity ?? answer.city,
  mgmtcoState: answer.mgmtcoState ?? answer.state,
  mgmtcoZip: answer.mgmtcoZip ?? answer.zip,
})

const propertyPart = (answer: ProjectAnswer): LetterProperty => ({
  propertyName: answer.propertyName ?? '',
  propertyNumber: answer.propertyNumber ?? '',
})

/**
 * Collects the parts of a letter: contact, then project information, then management company, one after
 * another (LET-31), each only with a usable identifier (LET-32). A failing lookup rejects and the later ones
 * do not run.
 */
export async function loadLetterParts(ids: LetterIdentifiers, lookups: LetterLookups): Promise<LetterParts> {
  const contactId = usable(ids.contactId)
  const projectId = usable(ids.projectId)
  const managementCompanyId = usable(ids.managementCompanyId)
  const contact = contactId && (await lookups.contact(contactId))
  const project = projectId && (await lookups.project(projectId))
  const company = managementCompanyId && (await lookups.managementCompany(managementCompanyId))
  return {
    ...(contact ? { contact: contactPart(contact) } : {}),
    ...(project ? { property: propertyPart(project) } : {}),
    ...(company ? { managementCompany: managementCompanyPart(company) } : {}),
  }
}

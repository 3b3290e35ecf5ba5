import { sql } from 'kysely'
import { hideFinding, openFinding } from '#core/portfolio/findings/server/index.ts'
import { unseal } from '#core/portfolio/households/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { personalFields, ResidentRelations } from '../model/entities.ts'
import { revealsResident } from '../model/rules.ts'
import type { Matter } from './sealed.ts'

/** The source that findings opened for matters have in the log of non-compliance. */
const SOURCE = 'resident'

/**
 * Links a matter to a finding, or removes the link, and writes the history. The link is stored with the
 * matter only.
 */
async function setLink(context: AnyContext, row: Matter, nonComplianceId: number | null): Promise<void> {
  const { residentRelationsId: id, propertyId, statusId } = row
  await updateRow(context, ResidentRelations, id, { nonComplianceId })
  const action = nonComplianceId === null ? 'unlink' : 'link'
  await writeHistory(context, 'ResidentRelations', id, propertyId, statusId, statusId, action, null)
}

/** Refuses texts that reveal who the resident is. */
function refuseResidentNames(row: Matter, labels: Readonly<Record<string, string | null>>): void {
  const person = personalFields.map((name) => unseal(row[name]))
  const faults = Object.entries(labels).flatMap(([field, text]) =>
    text && revealsResident(text, person)
      ? [
          {
            field,
            message: `${field === 'title' ? 'Finding' : 'Description'}: Leave out who the resident is.`,
          },
        ]
      : [],
  )
  if (faults.length > 0) refuse.invalid(faults)
}

type FindingInput = { nonComplianceTypeId: number; title: string; description?: string | null }

/** Opens a finding for a matter; the company does not see findings of matters that stay with the agency. */
export async function openLinkedFinding(
  context: AnyContext,
  row: Matter,
  { nonComplianceTypeId, title, description = null }: FindingInput,
) {
  if (row.nonComplianceId !== null) refuse.conflict('A finding is linked to this matter already.')
  const text = title.trim() || refuse.invalid([{ field: 'title', message: 'Finding: *Field is required' }])
  refuseResidentNames(row, { title: text, description })
  const kind = await sql`select from non_compliance_type where non_compliance_type_id = ${nonComplianceTypeId}
      and active`.execute(context.db)
  if (kind.rows.length === 0)
    refuse.invalid([{ field: 'nonComplianceTypeId', message: 'Kind: choose one of the list.' }])
  const { propertyId, residentRelationsId: sourceId, confidential } = row
  const findingInput = { propertyId, nonComplianceTypeId, title: text, description, path: null }
  await setLink(
    context,
    row,
    await openFinding(context, {
      ...findingInput,
      source: SOURCE,
      sourceId,
      visibleToCompany: !confidential,
    }),
  )
}

/** Links a matter to an existing finding of its property; null removes the link. */
export async function linkToFinding(
  context: AnyContext,
  row: Matter,
  nonComplianceId: number | null,
): Promise<void> {
  if (nonComplianceId !== null) {
    const result = await sql`select from non_compliance where non_compliance_id = ${nonComplianceId}
        and property_id = ${row.propertyId}`.execute(context.db)
    if (result.rows.length === 0)
      refuse.invalid([{ field: 'nonComplianceId', message: 'Finding: choose one of this property.' }])
  }
  await setLink(context, row, nonComplianceId)
}

/** If a matter becomes a fair-housing matter, the company no longer sees the finding opened for it. */
export const hideLinkedFinding = (context: AnyContext, { residentRelationsId: sourceId }: Matter) =>
  hideFinding(context, { source: SOURCE, sourceId })

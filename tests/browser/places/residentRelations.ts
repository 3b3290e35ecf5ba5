import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/ResidentRelationsList/:projectId/:issueTypeFilter': async () => ({ issueTypeFilter: 0 }),
  '/ResidentRelations/:id/:residentRelationsId': async (owner, propertyId) => {
    const result = await owner.query<{ residentRelationsId: number }>(
      `insert into resident_relations (property_id, resident_relations_issue_type_id, status_id, received_on, channel, due_at, question, sent_at)
        values ($1, 1, 3, current_date - 3, 'Phone', current_date + 9, 'Mend the heating.', now()) returning resident_relations_id as "residentRelationsId"`,
      [propertyId],
    )
    return { ...result.rows[0]!, id: propertyId, propertyId }
  },
}

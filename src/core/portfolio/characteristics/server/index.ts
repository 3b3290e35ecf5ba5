import { sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'

/** Refuses to move a row to another property, and to add a characteristic that the property already has. */
const hooks: CrudHooks = {
  before: async ({ db }, values, present) => {
    const payload = { ...present, ...values } as {
      propertyId?: number
      characteristicTypeId?: number
      propertyCharacteristicId?: number
    }
    if (present && payload.propertyId !== present.propertyId)
      refuse.invalid([{ field: 'propertyId', message: 'Property: It stays with its property.' }])
    if (payload.characteristicTypeId === undefined) return values
    const duplicate =
      await sql`select from property_characteristic where property_id = ${payload.propertyId ?? 0}
      and characteristic_type_id = ${payload.characteristicTypeId}
      and property_characteristic_id <> ${payload.propertyCharacteristicId ?? 0}`.execute(db)
    if (duplicate.rows.length > 0)
      refuse.rule('There is a problem', [
        { field: 'characteristicTypeId', message: 'Characteristic: the property has it already.' },
      ])
    return values
  },
}

type PropertyCharacteristics = Answer<typeof calls.getByProperty>

/** The handlers of the module's calls. */
export const characteristicHandlers: Served[] = [
  ...[calls.unitTypes, calls.characteristicTypes, calls.assistanceTypes].flatMap((item: Controller) =>
    serveController(item),
  ),
  ...[calls.characteristics, calls.assistance].flatMap((item: Controller) => serveController(item, hooks)),
  serve(calls.getByProperty, async ({ db, params: { propertyId } }) => {
    const property = await sql`select from property where property_id = ${propertyId}`.execute(db)
    if (property.rows.length === 0) refuse.notFound('This property')
    const characteristicRows = await sql<
      PropertyCharacteristics['characteristics'][number]
    >`select c.*, t.name from property_characteristic c
    join characteristic_type t using (characteristic_type_id)
      where c.property_id = ${propertyId} order by lower(t.name)`.execute(db)
    const assistanceRows = await sql<
      PropertyCharacteristics['assistance'][number]
    >`select a.*, t.name from additional_assistance a join assistance_type t using (assistance_type_id)
      where a.property_id = ${propertyId} order by lower(t.name), a.additional_assistance_id`.execute(db)
    return { characteristics: characteristicRows.rows, assistance: assistanceRows.rows }
  }),
]

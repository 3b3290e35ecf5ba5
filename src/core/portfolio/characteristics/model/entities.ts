import { entity } from '#kernel/model/entity.ts'
import { day, id, number, requiredText, text } from '#kernel/model/field.ts'

/** The construction of a unit, as utility schedules of housing authorities distinguish it. */
export const UnitType = entity('UnitType', {
  table: 'unit_type',
  key: 'unitTypeId',
  label: 'Kind of unit',
  fields: { unitTypeId: id(), name: requiredText('Name', 100) },
})

/** A feature that a property may have: an elevator, a community room. */
export const CharacteristicType = entity('CharacteristicType', {
  table: 'characteristic_type',
  key: 'characteristicTypeId',
  label: 'Characteristic',
  fields: { characteristicTypeId: id(), name: requiredText('Name', 100) },
})

/** A program that pays rental assistance for units of a property. */
export const AssistanceType = entity('AssistanceType', {
  table: 'assistance_type',
  key: 'assistanceTypeId',
  label: 'Kind of assistance',
  fields: { assistanceTypeId: id(), name: requiredText('Name', 100) },
})

/** A characteristic that a property has. */
export const PropertyCharacteristic = entity('PropertyCharacteristic', {
  table: 'property_characteristic',
  key: 'propertyCharacteristicId',
  label: 'Characteristic of a property',
  fields: {
    propertyCharacteristicId: id(),
    propertyId: id('Property'),
    characteristicTypeId: id('Characteristic'),
    note: text('Note', 200),
  },
})

/** Rental assistance for units of a property: the program, the contract and how many units it covers. */
export const AdditionalAssistance = entity('AdditionalAssistance', {
  table: 'additional_assistance',
  key: 'additionalAssistanceId',
  label: 'Additional assistance',
  fields: {
    additionalAssistanceId: id(),
    propertyId: id('Property'),
    assistanceTypeId: id('Kind of assistance'),
    units: number('Units assisted', 1, 5000),
    contractNumber: text('Contract number', 60),
    endsOn: day('Ends on'),
    note: text('Note', 200),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}

import { useMemo } from 'react'
import { managementCompanies } from '#ground/companies/model/index.ts'
import { contactTypeLabels, counties, federalTypes, roomTypes } from '#ground/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { timelineOf } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getHistory } from '../model/calls.ts'
import * as entities from '../model/entities.ts'
import { decontrolFlow, statusFlow, statusLabel } from '../model/status.ts'
import type { Detail } from './types.ts'

const reading = {
  // The steps of both flows have names of their own.
  flow: { ...statusFlow, steps: { ...statusFlow.steps, ...decontrolFlow.steps } },
  entities: Object.values(entities).filter((one) => 'table' in one),
  statusLabel,
  whole: true,
}

type Names = Readonly<Record<string, Readonly<Record<number, string>>>>

/** What the numbers in a property's rows stand for. */
function useNames(detail: Detail): Names {
  const places = useCall(counties.getAll, {})
  const companies = useCall(managementCompanies.getAll, {})
  const types = useCall(federalTypes.getAll, {})
  const sizes = useCall(roomTypes.getAll, {})
  return useMemo(
    () => ({
      County: Object.fromEntries(places.map((one) => [one.countyId, one.name])),
      ManagementCompany: Object.fromEntries(companies.map((one) => [one.managementCompanyId, one.name])),
      'Federal type': Object.fromEntries(types.map((one) => [one.federalTypeId, one.name])),
      Bedrooms: Object.fromEntries(sizes.map((one) => [one.roomTypeId, one.name])),
      'Unit type': Object.fromEntries(detail.roomTypes.map((one) => [one.projectRoomTypeId, one.name])),
      Contact: Object.fromEntries(detail.contacts.map((one) => [one.contactId, one.name])),
      'Contact type': contactTypeLabels,
    }),
    [places, companies, types, sizes, detail],
  )
}

/** Who changed what on a property, newest first. */
export function History({ detail }: { detail: Detail }) {
  const lines = useCall(getHistory, { params: { propertyId: detail.propertyId } })
  const names = useNames(detail)
  const entries = useMemo(
    () => timelineOf(lines, { ...reading, nameOf: (of, value) => names[of]?.[value] }),
    [lines, names],
  )
  return <Timeline entries={entries} />
}

import { useMemo } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { managementCompanies } from '#modules/companies/model/index.ts'
import { counties } from '#modules/lookups/model/index.ts'
import { timelineOf } from '#ui/history.ts'
import { Timeline } from '#ui/Timeline.tsx'
import { getHistory } from '../model/calls.ts'
import * as entities from '../model/entities.ts'
import { decontrolFlow, statusFlow, statusLabel } from '../model/status.ts'

const reading = {
  // The steps of both flows have names of their own.
  flow: { ...statusFlow, steps: { ...statusFlow.steps, ...decontrolFlow.steps } },
  entities: Object.values(entities).filter((one) => 'table' in one),
  statusLabel,
}

/** Who changed what on a property, newest first. */
export function History({ propertyId }: { propertyId: number }) {
  const lines = useCall(getHistory, { params: { propertyId } })
  const places = useCall(counties.getAll, {})
  const companies = useCall(managementCompanies.getAll, {})
  const entries = useMemo(() => {
    const names: Record<string, Map<number, string>> = {
      County: new Map(places.map((county) => [county.countyId, county.name])),
      ManagementCompany: new Map(companies.map((company) => [company.managementCompanyId, company.name])),
    }
    return timelineOf(lines, { ...reading, nameOf: (refersTo, id) => names[refersTo]?.get(id) })
  }, [lines, places, companies])
  return <Timeline entries={entries} />
}

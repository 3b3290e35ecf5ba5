import { Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getCountyRegions, saveCountyRegions } from '../model/index.ts'

type County = Answer<typeof getCountyRegions>[number]
/** The regions that were chosen but not saved yet, by county. Null means the county's own region. */
type UnsavedRegions = ReadonlyMap<number, number | null>

const col = columns<County>()
const countyColumn = col.text('County', (county) => county.countyName, { width: 240 })
const getRegion = (county: County): string => county.regionName ?? ''

/** The columns of the list. People who may change the regions get a select. */
function getListColumns(
  changed: UnsavedRegions,
  onChange: ((changed: UnsavedRegions) => void) | null,
  regions: readonly [number, string][],
) {
  const label = 'Region in the financial reports'
  if (!onChange) return [countyColumn, col.text(label, getRegion, { width: 320 })]
  const renderChoice = (county: County) => {
    const regionId = county.own ? county.regionId : null
    const value = changed.has(county.countyId) ? changed.get(county.countyId) : regionId
    const ownLabel = county.own ? 'The county’s own' : `The county’s own: ${county.regionName ?? 'none'}`
    return (
      <NativeSelect
        size="xs"
        aria-label={`Region of ${county.countyName}`}
        data={[
          { value: '', label: ownLabel },
          ...regions.map(([id, name]) => ({ value: String(id), label: name })),
        ]}
        value={String(value ?? '')}
        onChange={(event) => {
          const currentTarget = event.currentTarget.value
          onChange(new Map(changed).set(county.countyId, currentTarget === '' ? null : Number(currentTarget)))
        }}
      />
    )
  }
  return [countyColumn, col.node(label, renderChoice, { width: 320, text: getRegion })]
}

/**
 * The list of the regions of counties in the financial reports, where they may differ from the counties'
 * own regions.
 */
export default function CountyRegions({ canEdit }: { canEdit: boolean }) {
  const counties = useCall(getCountyRegions, { params: { id: 0 } })
  const send = useSend(saveCountyRegions)
  const [changed, setChanged] = useState<UnsavedRegions>(new Map())
  const regions = useMemo(
    () => [
      ...new Map(
        counties.flatMap((county): [number, string][] =>
          county.regionId ? [[county.regionId, getRegion(county)]] : [],
        ),
      ),
    ],
    [counties],
  )
  const columns = useMemo(
    () => getListColumns(changed, canEdit ? setChanged : null, regions),
    [changed, canEdit, regions],
  )
  const save = async () => {
    const body = [...changed].map(([countyId, regionId]) => ({ countyId, regionId }))
    const count = await send({ params: { id: 0 }, body })
    setChanged(new Map())
    notify(`${plural(count, 'county', 'counties')} saved.`)
  }
  const button = (
    <Button size="xs" disabled={changed.size === 0} onClick={() => void save().catch(() => undefined)}>
      {changed.size === 0 ? 'Save' : `Save ${changed.size}`}
    </Button>
  )
  return (
    <DataTable
      caption="Regions of financial reports"
      rows={counties}
      columns={columns}
      rowKey={(county) => county.countyId}
      csvName="report-regions"
      height={420}
      tools={canEdit && button}
    />
  )
}

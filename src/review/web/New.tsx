import { useMemo } from 'react'
import { useParams } from 'react-router'
import {
  begunAtProperty,
  begunBy,
  newLabel,
  PropertyTable,
  propertyColumns,
} from '#ground/portfolio/properties/web/index.ts'
import { whereFiled } from '#ground/portfolio/tasks/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { EmptyState, NotFound, Screen } from '#ui/frame/Screen.tsx'

/** A new record of a kind: the properties at which it may be filed, each leading to its draft. */
export default function New() {
  const { kind } = useParams()
  const begun = begunAtProperty().find((one) => one.kind.toLowerCase() === kind?.toLowerCase())
  const may = begunBy(useSession()).some((one) => one === begun)
  if (!begun) return <NotFound />
  if (may) return <Choice {...begun} />
  return (
    <Screen title={newLabel(begun)}>
      <EmptyState title="You hold no permission to file it at any property." />
    </Screen>
  )
}

type Begun = ReturnType<typeof begunBy>[number]

function Choice({ moduleId, ...begun }: Begun) {
  const title = newLabel(begun)
  const rows = useCall(whereFiled, { params: { subject: moduleId } })
  const columns = useMemo(() => propertyColumns(begun.to, []), [begun.to])
  return (
    <Screen title={title}>
      <p>Choose the property.</p>
      <PropertyTable
        caption="Properties where it may be filed"
        rows={rows}
        columns={columns}
        to={begun.to}
        csvName="properties"
        empty="There is no property at which you may file it now."
      />
    </Screen>
  )
}

import { PropertyScreen } from '#engines/review/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { getPropertyList } from '../model/calls.ts'
import { OPERATING_MODULE, operatingRequests } from '../model/operating.ts'
import { queueColumns } from './columns.ts'

/** The screen of one property’s operating reserve requests, with the balance of its operating reserves. */
export default function PropertyRequests() {
  const { projectId } = useNumericParams('projectId')
  const property = useCall(getPropertyList, {}).find((item) => item.propertyId === projectId)
  return (
    <PropertyScreen
      review={operatingRequests}
      propertyId={projectId}
      moduleId={OPERATING_MODULE}
      title="Operating reserve"
      columns={queueColumns}
    >
      {property ? (
        <Facts facts={[{ label: 'Balance of such reserves', value: formatMoney(property.balance) }]} />
      ) : (
        <p>The agency holds no reserve for running costs of this property.</p>
      )}
    </PropertyScreen>
  )
}

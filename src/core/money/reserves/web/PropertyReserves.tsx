import { Stack } from '@mantine/core'
import { useCall } from '#kernel/web/queries.ts'
import { useHolds } from '#ui/frame/hooks.ts'
import { getAccountsOfProperty } from '../model/calls.ts'
import { AccountTable } from './AccountTable.tsx'
import { OpenAccount } from './OpenAccount.tsx'

/** The tab of a property with its reserve accounts. */
export default function PropertyReserves({
  propertyId,
  editable,
}: {
  propertyId: number
  editable: boolean
}) {
  return useHolds('Replacement_Reserve', 'read', propertyId) ? (
    <Accounts propertyId={propertyId} editable={editable} />
  ) : (
    <p>
      You have no access to the reserves of this property. Your company’s administrator can give it to you.
    </p>
  )
}

function Accounts({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const rows = useCall(getAccountsOfProperty, { params: { propertyId } })
  return (
    <Stack align="stretch" gap="sm">
      <div>{editable && <OpenAccount propertyId={propertyId} />}</div>
      <AccountTable rows={rows} oneProperty />
    </Stack>
  )
}

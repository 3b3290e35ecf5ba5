import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { Allowed } from '#ui/frame/Allowed.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { createByAfsId } from '../model/calls.ts'

const shown = ['distributionrequest']

/** Begins a request on a statement, or leads to the one that is not submitted yet; what stands against it is shown. */
export function Ask({ afsId, year, propertyId }: { afsId: number; year: number; propertyId: number }) {
  const write = useWrite(shown, { quiet: false })
  const navigate = useNavigate()
  const begin = async () => {
    const { distributionRequestId } = await write(createByAfsId, { params: { afsId } }, 'The request is begun.')
    await navigate(`/DistributionRequest/view/${distributionRequestId}`)
  }
  return (
    <Allowed permission="AFS" need="write" propertyId={propertyId}>
      <Button onClick={() => void begin().catch(() => undefined)}>Ask for a distribution of {year}</Button>
    </Allowed>
  )
}

import { canTakeStep } from '../../model/rules.ts'

/** Whether a visit can still be finished: it is neither finished at the agency nor on this device. */
export const isFinishable = ({ statusId, finishing }: { statusId: number; finishing: unknown }): boolean =>
  canTakeStep('visit', statusId) && finishing === null

import type { ScreenIds } from '../places.ts'

/** Finds the newest extension request at a property of company.user. */
export const places: ScreenIds = {
  '/ExtensionRequest/:extensionRequestId': async (owner) => {
    const result = await owner.query<Record<string, number>>(
      `select extension_request_id as "extensionRequestId", property_id as "propertyId" from extension_request
        join permission using (property_id) join app_user using (user_id)
       where user_name = 'company.user' and key = 'AFS' order by 1 desc limit 1`,
    )
    return result.rows[0] ?? {}
  },
}

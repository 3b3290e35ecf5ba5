-- Few rooms of few months say who lives in units for special needs: the newest such month of each property is found among those alone.
create index project_occupancy_room_special_needs on project_occupancy_room (property_id, project_occupancy_id)
  where jsonb_array_length(special_needs_details) > 0;

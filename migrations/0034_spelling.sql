-- Kinds of document of an application are spelled as its form spells them.
update file set document_type = 'Broker license' where document_type = 'Broker licence';
update file set document_type = 'Organization chart' where document_type = 'Organisation chart';

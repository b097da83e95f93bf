-- The span that caused a delivery, as a header traceparent of W3C; null without OTEL_EXPORTER_OTLP_ENDPOINT.
alter table deliveries add column traceparent text;
alter table webhook_deliveries add column traceparent text;

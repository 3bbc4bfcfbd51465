{{/* A Deployment with its budget: `component`, its `settings`, `port`, and `own`, the variables that only it has. */}}
{{- define "switchyard.server" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "switchyard.name" .root }}-{{ .component }}
  labels: {{- include "switchyard.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false .settings) }}
  replicas: {{ .settings.replicas }}
  {{- end }}
  selector:
    matchLabels: {{- include "switchyard.selector" . | nindent 6 }}
  strategy:
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels: {{- include "switchyard.selector" . | nindent 8 }}
      {{- with .settings.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "switchyard.pod" . | nindent 6 }}
      terminationGracePeriodSeconds: 40
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "switchyard.selector" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          {{- include "switchyard.container" (merge (dict "name" .component) .) | nindent 10 }}
          ports:
            - name: http
              containerPort: {{ .port }}
          env:
            {{- $own := printf "%s\n%s" .own (include "switchyard.serverVariables" .root) }}
            {{- include "switchyard.variables" (dict "own" $own "settings" .settings) | nindent 12 }}
          startupProbe:
            httpGet: { path: /api/health, port: http }
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /api/health, port: http }
            periodSeconds: 5
            timeoutSeconds: 4
          # Without the database, which is part of health: a restart would not bring it back.
          livenessProbe:
            httpGet: { path: /api/ping, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # Requests still arrive until the pod has left the endpoints of its service.
          lifecycle:
            preStop:
              exec: { command: [sleep, '5'] }
          volumeMounts: {{- include "switchyard.mounts" . | nindent 12 }}
      volumes: {{- include "switchyard.volumes" . | nindent 8 }}
---
{{ include "switchyard.budget" . }}
{{- end }}
